/*
 * Rectangles centered at their bodies' origins, four pairs at a time, without an iterative search.
 */
#ifndef GRAZE_GJK_OBB_SIMD_H
#define GRAZE_GJK_OBB_SIMD_H

#include "gjk_simd_setup.h"

/* Returns whether all eight bodies are rectangles centered at their origins with sides along their
   axes. */
ALWAYS_INLINE bool are_boxes(const LaneBodies* a, const LaneBodies* b)
{
    return mask_bits((a->kind == GRAZE_SUPPORT_LUT_BOX) & (b->kind == GRAZE_SUPPORT_LUT_BOX)) == 15;
}

/* Computes the result of graze_gjk_simd for such bodies, except `places`. */
void graze_obb_simd(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b, bool nearest,
                    GrazeGjkSimdResult* out);

#endif
