/* Plane vectors in double. Nothing here decides a result: predicate.h computes the signs. */
#ifndef GRAZE_BASE_VEC_H
#define GRAZE_BASE_VEC_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/*
 * For functions that run seldom or are called from many places: a copy at each call would cost the
 * wasm more bytes than it saves time.
 */
#define NOINLINE __attribute__((noinline))

/*
 * For functions that are small or in the inner loop of a search: wasm passes structs in memory,
 * which takes longer than most of these functions themselves, and more bytes. `always` is needed
 * because a compiler that optimizes for size decides the opposite: GRAZE_SMALL lets it.
 */
#ifdef GRAZE_SMALL
#    define ALWAYS_INLINE static inline
#else
#    define ALWAYS_INLINE static inline __attribute__((always_inline))
#endif

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

/* Returns p / k, which is exact whenever the quotient is; p times 1 / k is not. */
ALWAYS_INLINE GrazeVec vec_div(GrazeVec p, double k)
{
    return vec(p.x / k, p.y / k);
}

/* Returns p + k q. */
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

/*
 * Returns |x| + |y|: the factor by which an error in each coordinate of q grows in vec_dot(p, q).
 */
ALWAYS_INLINE double vec_norm1(GrazeVec p)
{
    return fabs(p.x) + fabs(p.y);
}

/*
 * Returns the edge rotated a quarter turn clockwise: the outward normal of an edge of a
 * counter-clockwise outline.
 */
ALWAYS_INLINE GrazeVec vec_outward(GrazeVec edge)
{
    return vec(edge.y, -edge.x);
}

/*
 * Returns p rotated a quarter turn counter-clockwise: the velocity of p when it rotates about the
 * origin with angular velocity 1.
 */
ALWAYS_INLINE GrazeVec vec_left_perp(GrazeVec p)
{
    return vec(-p.y, p.x);
}

/* Return p rotated by (cos, sin), and by the inverse rotation. */
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

/* Returns the least float32 that is not below `value`. */
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

/* Returns the next double above, or below, a finite value that is not the last one. */
static inline double double_adjacent(double value, bool is_above)
{
    int64_t bits;
    if (value == 0) return is_above ? 0x1p-1074 : -0x1p-1074;
    memcpy(&bits, &value, sizeof bits);
    bits += (value > 0) == is_above ? 1 : -1;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns the distance to the next double away from 0; at least the least normal number. */
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
 * Returns the power of two s for which s * size lies in [1, 2). Multiplying by it is exact, so
 * lengths can be brought near 1 before they are squared, and no input scale overflows or
 * underflows. Returns 1 for size 0. Valid range: 0 <= size < 2^1022; a subnormal size is scaled by
 * 2^1022, which leaves it below 1.
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
