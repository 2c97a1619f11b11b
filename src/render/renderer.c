// Finds the renderer of a context and of a thread.  All live renderers are in a list, which detects
// contexts that were never made, were freed, or are current in another thread.
#include "render/renderer.h"

#include <stdlib.h>
#include <string.h>

#include "base/platform/compiler.h"
#include "base/platform/thread.h"
#include "render/deform.h"
#include "render/gl/load.h"
#include "render/passes.h"

static thread_lock lock = THREAD_LOCK_NEW;
static renderer* all = NULL;
static PER_THREAD renderer* here = NULL;

static bool is_live_renderer(const renderer* wanted) {
  bool found = false;
  thread_lock_take(&lock);
  for (const renderer* r = all; r && !found; r = r->next) found = r == wanted;
  thread_lock_give(&lock);
  return found;
}

// The program may have lost the OpenGL context, or not yet made it current.
static bool ready(renderer* r, const char* function) {
  bool now = !r->backend->ready || r->backend->ready(r->device);
  if (!now && !r->lost) {
    mju_warning(
        "%s: nothing is drawn: no context of OpenGL is current in this thread, and the "
        "mjrContext was made with one",
        function);
  }
  r->lost = !now;
  return now;
}

bool renderer_exists(void) { return here && is_live_renderer(here); }

renderer* renderer_here(const char* function) {
  if (!renderer_exists()) {
    mju_error("%s: this thread has no context: call mjr_makeContext or mjr_setBuffer first",
              function);
    return NULL;
  }
  return ready(here, function) ? here : NULL;
}

renderer* renderer_of(const mjrContext* con, const char* function) {
  renderer* r = con ? (renderer*)(void*)con->skinvertVBO : NULL;
  if (!r || !is_live_renderer(r)) {
    mju_error("%s: the context was not made: call mjr_makeContext first", function);
    return NULL;
  }
  here = r;
  return ready(r, function) ? r : NULL;
}

// The back end requested by the environment; otherwise OpenGL if a context is current.
static const render_backend* choose(void) {
  const char* wanted = getenv("ENGINE_RENDER");
  if (!wanted || !*wanted) return gl_current() ? &render_gl : &render_soft;
  if (!strcmp(wanted, render_soft.name)) return &render_soft;
  if (!strcmp(wanted, render_gl.name)) return &render_gl;
  mju_error("mjr_makeContext: ENGINE_RENDER=%s: '%s' or '%s' is right", wanted, render_soft.name,
            render_gl.name);
  return NULL;
}

// Falls back to software if OpenGL fails without having been requested.
static render_device* open_device(renderer* r, mjrContext* con) {
  render_device* dev = r->backend->make(con);
  const char* wanted = getenv("ENGINE_RENDER");
  if (dev || r->backend == &render_soft || (wanted && *wanted)) return dev;
  r->backend = &render_soft;
  return r->backend->make(con);
}

renderer* renderer_make(mjrContext* con) {
  const render_backend* backend = choose();
  if (!backend) return NULL;
  renderer* r = calloc(1, sizeof *r);
  if (r) {
    r->backend = backend;
    r->device = open_device(r, con);
  }
  if (!r || !r->device) {
    const render_backend* last = r ? r->backend : &render_soft;
    free(r);
    // the software device can fail for lack of memory only
    mju_error(last == &render_soft ? "mjr_makeContext: no memory for the renderer '%s'"
                                   : "mjr_makeContext: the renderer '%s' cannot be had",
              last->name);
    return NULL;
  }
  thread_lock_take(&lock);
  r->next = all;
  all = r;
  thread_lock_give(&lock);
  con->skinvertVBO = (unsigned int*)(void*)r;
  here = r;
  return r;
}

void renderer_free(mjrContext* con) {
  renderer* r = (renderer*)(void*)con->skinvertVBO;
  con->skinvertVBO = NULL;
  if (!r) return;
  thread_lock_take(&lock);
  renderer** link = &all;
  while (*link && *link != r) link = &(*link)->next;
  bool found = *link == r;
  if (found) *link = r->next;
  thread_lock_give(&lock);
  if (!found) return;
  if (here == r) here = NULL;
  r->backend->release(r->device);
  font_free(&r->font);
  passes_free(r->kept);
  deform_free(r->deformable);
  free(r);
}

static int bounded(int64_t x) {
  enum { MOST = 1 << 24 };  // more than any buffer has; sums of a few are numbers still
  return (int)(x < -MOST ? -MOST : x > MOST ? MOST : x);
}

mjrRect rect_bounded(mjrRect r) {
  int left = bounded(r.left), bottom = bounded(r.bottom);
  mjrRect to = {left, bottom, bounded((int64_t)r.left + r.width) - left,
                bounded((int64_t)r.bottom + r.height) - bottom};
  return to;
}

mjrRect rect_common(mjrRect a, mjrRect b) {
  int left = a.left > b.left ? a.left : b.left;
  int bottom = a.bottom > b.bottom ? a.bottom : b.bottom;
  int64_t right = (int64_t)a.left + a.width, top = (int64_t)a.bottom + a.height;
  if ((int64_t)b.left + b.width < right) right = (int64_t)b.left + b.width;
  if ((int64_t)b.bottom + b.height < top) top = (int64_t)b.bottom + b.height;
  mjrRect r = {left, bottom, right > left ? (int)(right - left) : 0,
               top > bottom ? (int)(top - bottom) : 0};
  return r;
}
