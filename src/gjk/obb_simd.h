/* Rectangles about the bodies' origins against each other, without a search. */
#ifndef GRAZE_GJK_OBB_SIMD_H
#define GRAZE_GJK_OBB_SIMD_H

#include "gjk_simd_setup.h"

/* Are all eight bodies rectangles with sides along their axes, about their origins? */
ALWAYS_INLINE bool are_boxes(const LaneBodies* a, const LaneBodies* b)
{
    return mask_bits((a->kind == GRAZE_SUPPORT_LUT_BOX) & (b->kind == GRAZE_SUPPORT_LUT_BOX)) == 15;
}

/* What graze_gjk_simd gives, for such bodies. */
void graze_obb_simd(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b, bool nearest,
                    GrazeGjkSimdResult* out);

#endif
