// Drawing: the abstract scene to pixels, and text, overlays and figures on top.
//
// A picture needs a context, which holds what was uploaded of a model.  When a context of OpenGL is
// current it is drawn with that; when none is, in software, into buffers of its own, so that a
// picture needs neither display nor driver.  ENGINE_RENDER=soft or gl in the environment decides
// for the program.  ENGINE_RENDER_THREADS sets the threads of the software (default: one for each
// processor, at most 8); pictures are the same to the bit for any number.
//
// Rectangles are in pixels and count from the lower left corner of a buffer.
#pragma once

#include <engine/render_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- life of a context --------------------------------------------------------------------------

// An empty context: what it must be before its first mjr_makeContext.
MJAPI void mjr_defaultContext(mjrContext* con);

// Free what the context holds, then upload textures, meshes and height fields of a model, make the
// offscreen buffer it asks for (visual/global, visual/quality), and fonts of fontscale per cent,
// rounded to 50s from 100 to 300.  m may be NULL: 800 x 600, no more than fonts.  The window is
// current when there is one, else the offscreen buffer.
MJAPI void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale);

// Other fonts; fontscale is one of mjtFontScale, else an error.
MJAPI void mjr_changeFont(int fontscale, mjrContext* con);

// Make auxiliary buffer index, freeing the one that was there; a size below 1 frees only.  An error
// for sizes the device does not have.
MJAPI void mjr_addAux(int index, int width, int height, int samples, mjrContext* con);

// Free what the context holds.  What is known of the window stays.
MJAPI void mjr_freeContext(mjrContext* con);

// Give the offscreen buffer another size.
MJAPI void mjr_resizeOffscreen(int width, int height, mjrContext* con);

// Replace what was uploaded by what the model holds now; an error for ids out of range.
MJAPI void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid);
MJAPI void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid);
MJAPI void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid);

// --- buffers ------------------------------------------------------------------------------------

// Make the buffer current that con->currentBuffer names: needed after mjr_setAux.
MJAPI void mjr_restoreBuffer(const mjrContext* con);

// Make the window or the offscreen buffer (mjtFramebuffer) current; when only one of them is there,
// that one.  An error when none is.
MJAPI void mjr_setBuffer(int framebuffer, mjrContext* con);

// Read colours (3 bytes a pixel, rows from the bottom up, without gaps) and depths of a part of the
// current buffer; either may be NULL.  Depth is 0 at the near plane and 1 at the far one, or the
// reverse of it: con->readDepthMap.  Of pixels outside of the buffer nothing is written.
MJAPI void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport,
                          const mjrContext* con);

// Write them.  Depth is written as it is kept, which is 1 at the near plane.
MJAPI void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                          const mjrContext* con);

// Copy from the current buffer (window or offscreen) to the other one, stretched when the sizes
// differ; no-op unless both exist.
MJAPI void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth,
                          const mjrContext* con);

// Make an auxiliary buffer current; an error when it is not there.
MJAPI void mjr_setAux(int index, const mjrContext* con);

// Copy colours of an auxiliary buffer to the current window or offscreen buffer; no-op when it is
// not there.
MJAPI void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con);

// The whole of the current window or offscreen buffer.
MJAPI mjrRect mjr_maxViewport(const mjrContext* con);

// Wait until everything is drawn.
MJAPI void mjr_finish(void);

// The last error of the device, 0 for none; forgets it.
MJAPI int mjr_getError(void);

// The first of n rectangles that has pixel (x, y), -1 for none.
MJAPI int mjr_findRect(int x, int y, int nrect, const mjrRect* rect);

// --- text and figures ---------------------------------------------------------------------------

// Text of an mjtFont from (x, y), which go from 0 to 1 over the viewport of what was drawn last;
// nothing when that is outside of it.
MJAPI void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r,
                    float g, float b);

// Text on dark ground at one of mjtGridPos; lines end with \n, 500 characters at most.  overlay2 is
// a second column, or NULL.
MJAPI void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay,
                       const char* overlay2, const mjrContext* con);

// A filled rectangle in the current buffer of this thread.
MJAPI void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a);

// A filled rectangle with text in the middle.
MJAPI void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b,
                     float a, float rt, float gt, float bt, const mjrContext* con);

// A plot.  Writes to the figure where its axes are, in pixels and in data.
MJAPI void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con);

// --- the scene ----------------------------------------------------------------------------------

// Draw a scene into the viewport of the current buffer.  Writes transparent, camdist and geomorder,
// and sets to zero the reflectance of all reflecting geoms but the first.
MJAPI void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);

#ifdef __cplusplus
}  // extern "C"
#endif
