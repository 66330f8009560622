/*
 * Two doubles at a time, in the compilers' vector types. Engines compile a choice between two
 * doubles to a branch, which is unpredictable in a search for the greater one, but have an
 * instruction for the greater of two lanes. Values that are stored as a pair are also available
 * sooner to a load of the pair.
 */
#ifndef GRAZE_BASE_DOUBLES_H
#define GRAZE_BASE_DOUBLES_H

#include "vec.h"

#ifdef __wasm_simd128__
#    include <wasm_simd128.h>
#endif

typedef double Doubles __attribute__((vector_size(16)));
/* A mask whose lanes are all ones or all zeros. */
typedef int64_t DoublesMask __attribute__((vector_size(16)));

ALWAYS_INLINE Doubles doubles_load(const void* two)
{
    Doubles p;
    memcpy(&p, two, sizeof p);
    return p;
}

ALWAYS_INLINE void doubles_store(void* two, Doubles p)
{
    memcpy(two, &p, sizeof p);
}

/* Returns p, with 0 in the lanes whose mask is not set. */
ALWAYS_INLINE Doubles doubles_keep(Doubles p, DoublesMask mask)
{
    return (Doubles)((DoublesMask)p & mask);
}

ALWAYS_INLINE Doubles doubles_splat(double value)
{
    return (Doubles){value, value};
}

ALWAYS_INLINE Doubles doubles_abs(Doubles p)
{
    return (Doubles)((DoublesMask)p & INT64_MAX);
}

#ifdef __wasm_simd128__
/* Returns p < q ? q : p in each lane. */
ALWAYS_INLINE Doubles doubles_max(Doubles p, Doubles q)
{
    return (Doubles)wasm_f64x2_pmax((v128_t)p, (v128_t)q);
}

ALWAYS_INLINE Doubles doubles_swapped(Doubles p)
{
    return (Doubles)wasm_i64x2_shuffle((v128_t)p, (v128_t)p, 1, 0);
}

ALWAYS_INLINE Doubles doubles_sqrt(Doubles p)
{
    return (Doubles)wasm_f64x2_sqrt((v128_t)p);
}

/* Returns the mask as bits: bit i is set if lane i is set. */
ALWAYS_INLINE uint32_t doubles_mask_bits(DoublesMask mask)
{
    return wasm_i64x2_bitmask((v128_t)mask);
}

/*
 * Read float32 numbers from memory as doubles: the first two; the first and third of four; the
 * second and fourth of four; the first and fourth of four, as coordinates of points in space.
 */
ALWAYS_INLINE Doubles doubles_from_floats(const void* floats)
{
    return (Doubles)wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(floats));
}

ALWAYS_INLINE Doubles doubles_even(const void* floats)
{
    v128_t four = wasm_v128_load(floats);
    return (Doubles)wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(four, four, 0, 2, 0, 2));
}

ALWAYS_INLINE Doubles doubles_odd(const void* floats)
{
    v128_t four = wasm_v128_load(floats);
    return (Doubles)wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(four, four, 1, 3, 1, 3));
}

ALWAYS_INLINE Doubles doubles_from_triples(const void* floats)
{
    v128_t four = wasm_v128_load(floats);
    return (Doubles)wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(four, four, 0, 3, 0, 3));
}
#else
ALWAYS_INLINE Doubles doubles_max(Doubles p, Doubles q)
{
    return (Doubles){p[0] < q[0] ? q[0] : p[0], p[1] < q[1] ? q[1] : p[1]};
}

ALWAYS_INLINE Doubles doubles_swapped(Doubles p)
{
    return (Doubles){p[1], p[0]};
}

ALWAYS_INLINE Doubles doubles_sqrt(Doubles p)
{
    return (Doubles){__builtin_sqrt(p[0]), __builtin_sqrt(p[1])};
}

ALWAYS_INLINE uint32_t doubles_mask_bits(DoublesMask mask)
{
    return (uint32_t)((mask[0] & 1) | (mask[1] & 2));
}

ALWAYS_INLINE Doubles doubles_from_floats(const void* floats)
{
    const float* f = floats;
    return (Doubles){f[0], f[1]};
}

ALWAYS_INLINE Doubles doubles_even(const void* floats)
{
    const float* f = floats;
    return (Doubles){f[0], f[2]};
}

ALWAYS_INLINE Doubles doubles_odd(const void* floats)
{
    const float* f = floats;
    return (Doubles){f[1], f[3]};
}

ALWAYS_INLINE Doubles doubles_from_triples(const void* floats)
{
    const float* f = floats;
    return (Doubles){f[0], f[3]};
}
#endif

/* Returns the greater lane. */
ALWAYS_INLINE double doubles_greatest(Doubles p)
{
    return doubles_max(p, doubles_swapped(p))[0];
}

#endif
