#include "compile/tree.h"
#include "spec/pose.h"

bool frame_orientation(build* b, const element* e, const mjsOrientation* alt, double quat[4]) {
  const mjsCompiler* c = compiler_of(e);
  const char* problem = mjs_resolveOrientation(quat, c->degree, c->eulerseq, alt);
  if (problem) return build_error(b, e, "orientation: %s", problem);
  if (!quat[0] && !quat[1] && !quat[2] && !quat[3]) return build_error(b, e, ZERO_QUATERNION);
  bool infinite = false;
  for (int i = 0; i < 4; i++) {
    infinite |=
        isinf(alt->axisangle[i]) || (i < 3 && (isinf(alt->zaxis[i]) || isinf(alt->euler[i])));
  }
  for (int i = 0; i < 6; i++) infinite |= isinf(alt->xyaxes[i]);
  if (infinite && alt->type != mjORIENTATION_QUAT) {
    build_warning(b, e,
                  "orientation: a number is infinite, so it is none, nor is what follows from it");
  }
  return true;
}

static void resolve(build* b, build_frame* frame) {
  const mjsFrame* pub = &frame->src->pub;
  vec3_copy(frame->pos, pub->pos);
  quat_copy(frame->quat, pub->quat);
  frame_orientation(b, &frame->src->e, &pub->alt, frame->quat);
  frame_apply(b, &frame->src->e, frame->pos, frame->quat);
  pose_unit(frame->quat, 4);
  frame->resolved = true;
}

void frames_resolve(build* b) {
  for (int i = 0; i < b->nframe; i++) {
    // go up to a resolved frame, remembering the way; each frame is pushed once, so that a second
    // visit means that frames enclose each other
    int top = -1;
    for (int f = i; !b->frame[f].resolved;) {
      b->frame[f].pending = top;
      top = f;
      const spec_frame* outer = b->frame[f].src->e.frame;
      if (!outer || b->frame[outer->e.id].resolved) break;
      if (outer->e.id == i) {
        build_error(b, &b->frame[i].src->e, "the frame encloses itself");
        return;
      }
      f = outer->e.id;
    }
    while (top >= 0) {
      int next = b->frame[top].pending;
      resolve(b, b->frame + top);
      top = next;
    }
  }
}

void frame_apply(const build* b, const element* e, double pos[3], double quat[4]) {
  if (!e->frame) return;
  const build_frame* frame = b->frame + e->frame->e.id;
  pose_enter(pos, quat, frame->pos, frame->quat);
}
