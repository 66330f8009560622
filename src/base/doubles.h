/* Two doubles at a time. */
#ifndef GRAZE_BASE_DOUBLES_H
#define GRAZE_BASE_DOUBLES_H

#include "vec.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifdef __wasm_simd128__
#    include <wasm_simd128.h>
#endif

/* Two numbers at a time: wasm compiles a choice between two doubles to a branch, which half of the time is
   not foreseen; the greater of two lanes it computes. */
typedef double Doubles __attribute__((vector_size(16)));
typedef int64_t DoublesMask __attribute__((vector_size(16)));

HOT Doubles doubles_load(const double* two)
{
    Doubles p;
    memcpy(&p, two, sizeof p);
    return p;
}

HOT void doubles_store(double* two, Doubles p)
{
    memcpy(two, &p, sizeof p);
}

/* 0 where the mask is not set. */
HOT Doubles doubles_keep(Doubles p, DoublesMask mask)
{
    return (Doubles)((DoublesMask)p & mask);
}

HOT Doubles doubles_abs(Doubles p)
{
    return (Doubles)((DoublesMask)p & INT64_MAX);
}

#ifdef __wasm_simd128__
HOT Doubles doubles_max(Doubles p, Doubles q)
{
    return (Doubles)wasm_f64x2_pmax((v128_t)p, (v128_t)q);
}

HOT uint32_t doubles_where(DoublesMask mask)
{
    return wasm_i64x2_bitmask((v128_t)mask);
}

HOT Doubles doubles_swapped(Doubles p)
{
    return (Doubles)wasm_i64x2_shuffle((v128_t)p, (v128_t)p, 1, 0);
}
/* The first and the second two of four floats, every other one: x and y of two points. */
HOT Doubles doubles_even(const void* floats)
{
    v128_t four = wasm_v128_load(floats);
    return (Doubles)wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(four, four, 0, 2, 0, 2));
}

HOT Doubles doubles_odd(const void* floats)
{
    v128_t four = wasm_v128_load(floats);
    return (Doubles)wasm_f64x2_promote_low_f32x4(wasm_i32x4_shuffle(four, four, 1, 3, 1, 3));
}

HOT Doubles doubles_of(const float* two)
{
    return (Doubles)wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(two));
}
#else
HOT Doubles doubles_even(const void* floats)
{
    const float* f = floats;
    return (Doubles){f[0], f[2]};
}

HOT Doubles doubles_odd(const void* floats)
{
    const float* f = floats;
    return (Doubles){f[1], f[3]};
}

HOT Doubles doubles_of(const float* two)
{
    return (Doubles){two[0], two[1]};
}

HOT Doubles doubles_max(Doubles p, Doubles q)
{
    return (Doubles){p[0] < q[0] ? q[0] : p[0], p[1] < q[1] ? q[1] : p[1]};
}

HOT uint32_t doubles_where(DoublesMask mask)
{
    return (uint32_t)((mask[0] & 1) | (mask[1] & 2));
}

HOT Doubles doubles_swapped(Doubles p)
{
    return (Doubles){p[1], p[0]};
}
#endif

#endif
