/* Plane vectors in double. Nothing here decides anything: signs are taken in predicate.h. */
#ifndef GRAZE_BASE_VEC_H
#define GRAZE_BASE_VEC_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* For what runs seldom or is called from many places: a copy at each call would cost the wasm more
   bytes than it saves time. */
#define NOINLINE __attribute__((noinline))

/* For what is small or in the midst of a search: wasm hands structs over in memory, which takes longer than most of
   what is done with them, and more bytes. Always: a compiler that is to save bytes saves them the other way. */
#define ALWAYS_INLINE static inline __attribute__((always_inline))

typedef struct {
    double x, y;
} GrazeVec;

ALWAYS_INLINE GrazeVec vec(double x, double y)
{
    return (GrazeVec){x, y};
}

ALWAYS_INLINE GrazeVec vec_add(GrazeVec p, GrazeVec q)
{
    return vec(p.x + q.x, p.y + q.y);
}

ALWAYS_INLINE GrazeVec vec_sub(GrazeVec p, GrazeVec q)
{
    return vec(p.x - q.x, p.y - q.y);
}

ALWAYS_INLINE GrazeVec vec_scale(GrazeVec p, double k)
{
    return vec(p.x * k, p.y * k);
}

/* p / k: exact where the quotient is, which p times 1 / k is not. */
ALWAYS_INLINE GrazeVec vec_div(GrazeVec p, double k)
{
    return vec(p.x / k, p.y / k);
}

/* p + k q */
ALWAYS_INLINE GrazeVec vec_mul_add(GrazeVec p, double k, GrazeVec q)
{
    return vec(p.x + k * q.x, p.y + k * q.y);
}

ALWAYS_INLINE double vec_dot(GrazeVec p, GrazeVec q)
{
    return p.x * q.x + p.y * q.y;
}

ALWAYS_INLINE double vec_cross(GrazeVec p, GrazeVec q)
{
    return p.x * q.y - p.y * q.x;
}

ALWAYS_INLINE double vec_length(GrazeVec p)
{
    return sqrt(vec_dot(p, p));
}

/* |x| + |y|: the factor by which an error in each coordinate of q grows in vec_dot(p, q). */
ALWAYS_INLINE double vec_norm1(GrazeVec p)
{
    return fabs(p.x) + fabs(p.y);
}

/* p turned a quarter clockwise: for an edge of a counter-clockwise outline, its outward normal. */
ALWAYS_INLINE GrazeVec vec_outward(GrazeVec edge)
{
    return vec(edge.y, -edge.x);
}

/* p turned a quarter counter-clockwise: its velocity, turning about the origin at 1. */
ALWAYS_INLINE GrazeVec vec_left_perp(GrazeVec p)
{
    return vec(-p.y, p.x);
}

/* p turned by the rotation (cos, sin), and by its inverse. */
ALWAYS_INLINE GrazeVec vec_rotate(GrazeVec p, double cos, double sin)
{
    return vec(cos * p.x - sin * p.y, sin * p.x + cos * p.y);
}

ALWAYS_INLINE GrazeVec vec_inv_rotate(GrazeVec p, double cos, double sin)
{
    return vec(cos * p.x + sin * p.y, cos * p.y - sin * p.x);
}

ALWAYS_INLINE double min2(double a, double b)
{
    return a < b ? a : b;
}

ALWAYS_INLINE double max2(double a, double b)
{
    return a > b ? a : b;
}

ALWAYS_INLINE int32_t max2_int(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* The least float32 that is not below `value`. */
static inline float float_round_up(double value)
{
    float rounded = (float)value;
    if (!(rounded < value)) return rounded;
    int32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    bits += bits < 0 ? -1 : 1;
    memcpy(&rounded, &bits, sizeof bits);
    return rounded;
}

/* The double next above, or below; of a finite one that is not the last. */
static inline double double_adjacent(double value, bool is_above)
{
    int64_t bits;
    if (value == 0) return is_above ? 0x1p-1074 : -0x1p-1074;
    memcpy(&bits, &value, sizeof bits);
    bits += (value > 0) == is_above ? 1 : -1;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Distance to the double next further from 0; at least the least normal number. */
static inline double double_ulp(double value)
{
    double size = fabs(value);
    return max2(double_adjacent(size, true) - size, DBL_MIN);
}

ALWAYS_INLINE double clamp(double value, double lo, double hi)
{
    return value < lo ? lo : value > hi ? hi : value;
}

/*
 * The power of two s for which s * size lies in [1, 2): multiplying by it is exact, so lengths can
 * be brought near 1 before they are squared, and no input scale overflows or underflows. 1 for size
 * 0. Valid for 0 <= size < 2^1022; a subnormal size is scaled by 2^1022, which leaves it below 1.
 */
static inline double unit_scale(double size)
{
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    uint64_t exponent = bits >> 52;
    if (size == 0) return 1;
    bits = (exponent == 0 ? UINT64_C(2045) : UINT64_C(2046) - exponent) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

#endif
