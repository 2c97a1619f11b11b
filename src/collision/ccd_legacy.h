// Penetration of two convex shapes by libccd: Minkowski portal refinement.  Used when the native
// pipeline is switched off.
#pragma once

#include "collision/ccd_overlap.h"
#include "collision/shape.h"

// Whether this build has libccd; models that ask for it are refused where it has not.
#ifdef ENGINE_CCD
enum { CCD_LEGACY = 1 };
#else
enum { CCD_LEGACY = 0 };
#endif

// Whether contacts are looked for by libccd.
static inline int ccd_legacy_asked(const mjOption* opt) {
  return CCD_LEGACY && (opt->disableflags & mjDSBL_NATIVECCD);
}

// 1 when the (inflated) shapes overlap.
#ifdef ENGINE_CCD
int ccd_legacy(convex_shape* a, convex_shape* b, const mjOption* opt, ccd_depth* out);
#else
// never called, but compilers that do not optimise link it
static inline int ccd_legacy(convex_shape* a, convex_shape* b, const mjOption* opt,
                             ccd_depth* out) {
  (void)a, (void)b, (void)opt, (void)out;
  return 0;
}
#endif
