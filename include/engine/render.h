// Rendering: the abstract scene, and text, overlays and figures on top.
//
// Rendering needs a context, which holds the uploaded assets of a model.  If an OpenGL context is
// current it is used; otherwise rendering is in software, into memory, without display or driver.
// ENGINE_RENDER=soft or gl in the environment selects one of them.  ENGINE_RENDER_THREADS sets the
// number of threads for software rendering (default: one per processor, at most 8); images are the
// same to the bit for any number.
//
// Rectangles are in pixels and count from the lower left corner of a buffer.
#pragma once

#include <engine/render_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- life of a context --------------------------------------------------------------------------

// Initialise an empty context; required before the first mjr_makeContext.
MJAPI void mjr_defaultContext(mjrContext* con);

// Free the contents of the context, then upload textures, meshes and height fields of a model, make
// its offscreen buffer (visual/global, visual/quality), and fonts of fontscale per cent, rounded to
// a multiple of 50 from 100 to 300.  m may be NULL: 800 x 600, and fonts only.  The window becomes
// current if there is one, else the offscreen buffer.
MJAPI void mjr_makeContext(const mjModel* m, mjrContext* con, int fontscale);

// Change the fonts; fontscale is one of mjtFontScale, otherwise an error.
MJAPI void mjr_changeFont(int fontscale, mjrContext* con);

// Make auxiliary buffer index, replacing an existing one; with a size below 1 only free it.  An
// error for sizes that the device does not support.
MJAPI void mjr_addAux(int index, int width, int height, int samples, mjrContext* con);

// Free the contents of the context.  Properties of the window are kept.
MJAPI void mjr_freeContext(mjrContext* con);

// Resize the offscreen buffer.
MJAPI void mjr_resizeOffscreen(int width, int height, mjrContext* con);

// Upload a texture (mesh, height field) again from the model; an error for ids out of range.
MJAPI void mjr_uploadTexture(const mjModel* m, const mjrContext* con, int texid);
MJAPI void mjr_uploadMesh(const mjModel* m, const mjrContext* con, int meshid);
MJAPI void mjr_uploadHField(const mjModel* m, const mjrContext* con, int hfieldid);

// --- buffers ------------------------------------------------------------------------------------

// Make the buffer named by con->currentBuffer current: needed after mjr_setAux.
MJAPI void mjr_restoreBuffer(const mjrContext* con);

// Make the window or the offscreen buffer (mjtFramebuffer) current; if only one of them exists,
// that one.  An error if none does.
MJAPI void mjr_setBuffer(int framebuffer, mjrContext* con);

// Read colours (3 bytes per pixel, rows from the bottom up, without gaps) and depths of a rectangle
// of the current buffer; either may be NULL.  Depth is 0 at the near plane and 1 at the far plane,
// or reversed: con->readDepthMap.  Pixels outside of the buffer are not written.
MJAPI void mjr_readPixels(unsigned char* rgb, float* depth, mjrRect viewport,
                          const mjrContext* con);

// Write colours and depths.  Depth is written as stored, which is 1 at the near plane.
MJAPI void mjr_drawPixels(const unsigned char* rgb, const float* depth, mjrRect viewport,
                          const mjrContext* con);

// Copy from the current buffer (window or offscreen) to the other one, scaled when the sizes
// differ; no-op unless both exist.
MJAPI void mjr_blitBuffer(mjrRect src, mjrRect dst, int flg_color, int flg_depth,
                          const mjrContext* con);

// Make an auxiliary buffer current; an error when it is not there.
MJAPI void mjr_setAux(int index, const mjrContext* con);

// Copy colours of an auxiliary buffer to the current window or offscreen buffer; no-op when it is
// not there.
MJAPI void mjr_blitAux(int index, mjrRect src, int left, int bottom, const mjrContext* con);

// The rectangle of the current window or offscreen buffer.
MJAPI mjrRect mjr_maxViewport(const mjrContext* con);

// Wait until rendering is complete.
MJAPI void mjr_finish(void);

// Returns and clears the last error of the device; 0 for none.
MJAPI int mjr_getError(void);

// The first of n rectangles that contains pixel (x, y), -1 for none.
MJAPI int mjr_findRect(int x, int y, int nrect, const mjrRect* rect);

// --- text and figures ---------------------------------------------------------------------------

// Draw text in an mjtFont at (x, y), relative to the last viewport (0 to 1); nothing if that is
// outside.
MJAPI void mjr_text(int font, const char* txt, const mjrContext* con, float x, float y, float r,
                    float g, float b);

// Draw text on a dark background at an mjtGridPos; lines end with \n, at most 500 characters.
// overlay2: a second column, or NULL.
MJAPI void mjr_overlay(int font, int gridpos, mjrRect viewport, const char* overlay,
                       const char* overlay2, const mjrContext* con);

// A filled rectangle in the current buffer of this thread.
MJAPI void mjr_rectangle(mjrRect viewport, float r, float g, float b, float a);

// A filled rectangle with text in the middle.
MJAPI void mjr_label(mjrRect viewport, int font, const char* txt, float r, float g, float b,
                     float a, float rt, float gt, float bt, const mjrContext* con);

// Draw a figure.  Stores the position of its axes, in pixels and in data units, in the figure.
MJAPI void mjr_figure(mjrRect viewport, mjvFigure* fig, const mjrContext* con);

// --- the scene ----------------------------------------------------------------------------------

// Render a scene to a viewport of the current buffer.  Writes transparent, camdist and geomorder,
// and sets the reflectance of all reflecting geoms but the first to zero.
MJAPI void mjr_render(mjrRect viewport, mjvScene* scn, const mjrContext* con);

#ifdef __cplusplus
}  // extern "C"
#endif
