/*
 * Four float32 numbers at a time, in the compilers' vector types, so that the same code gives the
 * same bits on machines without such registers.
 */
#ifndef GRAZE_BASE_LANES_H
#define GRAZE_BASE_LANES_H

#include "doubles.h"

#include <stdint.h>
#include <string.h>

#ifdef __wasm_simd128__
#    include <wasm_simd128.h>
#endif

typedef float Lanes __attribute__((vector_size(16)));
/* A mask whose lanes are all ones or all zeros, or four integers. */
typedef int32_t LaneMask __attribute__((vector_size(16)));

ALWAYS_INLINE Lanes lanes_splat(float value)
{
    return (Lanes){value, value, value, value};
}

ALWAYS_INLINE LaneMask mask_splat(int32_t value)
{
    return (LaneMask){value, value, value, value};
}

ALWAYS_INLINE Lanes lanes_load(const float* from)
{
    Lanes lanes;
    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

ALWAYS_INLINE Lanes lanes_pick(LaneMask mask, Lanes yes, Lanes no)
{
#ifdef __wasm_simd128__
    return (Lanes)wasm_v128_bitselect((v128_t)yes, (v128_t)no, (v128_t)mask);
#else
    return (Lanes)(((LaneMask)yes & mask) | ((LaneMask)no & ~mask));
#endif
}

ALWAYS_INLINE LaneMask mask_pick(LaneMask mask, LaneMask yes, LaneMask no)
{
    return (LaneMask)lanes_pick(mask, (Lanes)yes, (Lanes)no);
}

ALWAYS_INLINE Lanes lanes_abs(Lanes p)
{
#ifdef __wasm_simd128__
    return (Lanes)wasm_f32x4_abs((v128_t)p);
#else
    return (Lanes)((LaneMask)p & 0x7fffffff);
#endif
}

ALWAYS_INLINE Lanes lanes_sqrt(Lanes p)
{
#ifdef __wasm_simd128__
    return (Lanes)wasm_f32x4_sqrt((v128_t)p);
#else
    return (Lanes){__builtin_sqrtf(p[0]), __builtin_sqrtf(p[1]), __builtin_sqrtf(p[2]),
                   __builtin_sqrtf(p[3])};
#endif
}

/* Returns p < q ? q : p in each lane: p if either is NaN. */
ALWAYS_INLINE Lanes lanes_max(Lanes p, Lanes q)
{
#ifdef __wasm_simd128__
    return (Lanes)wasm_f32x4_pmax((v128_t)p, (v128_t)q);
#else
    return lanes_pick(p < q, q, p);
#endif
}

/* Returns q < p ? q : p in each lane: p if either is NaN. */
ALWAYS_INLINE Lanes lanes_min(Lanes p, Lanes q)
{
#ifdef __wasm_simd128__
    return (Lanes)wasm_f32x4_pmin((v128_t)p, (v128_t)q);
#else
    return lanes_pick(q < p, q, p);
#endif
}

/* Returns the mask as bits: bit i is set if lane i is set. */
ALWAYS_INLINE uint32_t mask_bits(LaneMask mask)
{
#ifdef __wasm_simd128__
    return wasm_i32x4_bitmask((v128_t)mask);
#elif defined(__SSE__)
    return (uint32_t)__builtin_ia32_movmskps((Lanes)mask);
#else
    return (mask[0] & 1U) | (mask[1] & 2U) | (mask[2] & 4U) | (mask[3] & 8U);
#endif
}

/* Four plane vectors. */
typedef struct {
    Lanes x, y;
} LaneVec;

ALWAYS_INLINE LaneVec lane_sub(LaneVec p, LaneVec q)
{
    return (LaneVec){p.x - q.x, p.y - q.y};
}

ALWAYS_INLINE Lanes lane_dot(LaneVec p, LaneVec q)
{
    return p.x * q.x + p.y * q.y;
}

ALWAYS_INLINE Lanes lane_cross(LaneVec p, LaneVec q)
{
    return p.x * q.y - p.y * q.x;
}

ALWAYS_INLINE LaneVec lane_pick(LaneMask mask, LaneVec yes, LaneVec no)
{
    return (LaneVec){lanes_pick(mask, yes.x, no.x), lanes_pick(mask, yes.y, no.y)};
}

/*
 * Transposes a 4 x 4 matrix in place: four vectors with the numbers of one pair each become four
 * vectors with one number of each pair.
 */
ALWAYS_INLINE void transpose(Lanes v[4])
{
    Lanes low_01 = __builtin_shufflevector(v[0], v[1], 0, 4, 1, 5);
    Lanes high_01 = __builtin_shufflevector(v[0], v[1], 2, 6, 3, 7);
    Lanes low_23 = __builtin_shufflevector(v[2], v[3], 0, 4, 1, 5);
    Lanes high_23 = __builtin_shufflevector(v[2], v[3], 2, 6, 3, 7);
    v[0] = __builtin_shufflevector(low_01, low_23, 0, 1, 4, 5);
    v[1] = __builtin_shufflevector(low_01, low_23, 2, 3, 6, 7);
    v[2] = __builtin_shufflevector(high_01, high_23, 0, 1, 4, 5);
    v[3] = __builtin_shufflevector(high_01, high_23, 2, 3, 6, 7);
}

ALWAYS_INLINE Doubles doubles_pick(DoublesMask mask, Doubles yes, Doubles no)
{
    return (Doubles)lanes_pick((LaneMask)mask, (Lanes)yes, (Lanes)no);
}

/* Returns p < q ? p : q in each lane. */
ALWAYS_INLINE Doubles doubles_min(Doubles p, Doubles q)
{
    return doubles_pick(p < q, p, q);
}

/* Returns p rounded to float32, in lanes 0 and 1. */
ALWAYS_INLINE Lanes lanes_narrow(Doubles p)
{
#ifdef __wasm_simd128__
    return (Lanes)wasm_f32x4_demote_f64x2_zero((v128_t)p);
#else
    return (Lanes){(float)p[0], (float)p[1]};
#endif
}

#endif
