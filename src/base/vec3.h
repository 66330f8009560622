/* Vectors of space in double. Nothing here decides a result: solid/sign.h computes the signs. */
#ifndef GRAZE_BASE_VEC3_H
#define GRAZE_BASE_VEC3_H

#include "vec.h"

typedef struct {
    double x, y, z;
} GrazeVec3;

ALWAYS_INLINE GrazeVec3 vec3(double x, double y, double z)
{
    return (GrazeVec3){x, y, z};
}

/* Returns coordinate k. */
ALWAYS_INLINE double vec3_at(GrazeVec3 p, int k)
{
    return k == 0 ? p.x : k == 1 ? p.y : p.z;
}

ALWAYS_INLINE GrazeVec3 vec3_add(GrazeVec3 p, GrazeVec3 q)
{
    return vec3(p.x + q.x, p.y + q.y, p.z + q.z);
}

ALWAYS_INLINE GrazeVec3 vec3_sub(GrazeVec3 p, GrazeVec3 q)
{
    return vec3(p.x - q.x, p.y - q.y, p.z - q.z);
}

ALWAYS_INLINE GrazeVec3 vec3_scale(GrazeVec3 p, double k)
{
    return vec3(p.x * k, p.y * k, p.z * k);
}

ALWAYS_INLINE GrazeVec3 vec3_neg(GrazeVec3 p)
{
    return vec3(-p.x, -p.y, -p.z);
}

/* Returns p + k q. */
ALWAYS_INLINE GrazeVec3 vec3_mul_add(GrazeVec3 p, double k, GrazeVec3 q)
{
    return vec3(p.x + k * q.x, p.y + k * q.y, p.z + k * q.z);
}

ALWAYS_INLINE double vec3_dot(GrazeVec3 p, GrazeVec3 q)
{
    return (p.x * q.x + p.y * q.y) + p.z * q.z;
}

ALWAYS_INLINE GrazeVec3 vec3_cross(GrazeVec3 p, GrazeVec3 q)
{
    return vec3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x);
}

ALWAYS_INLINE double vec3_length(GrazeVec3 p)
{
    return sqrt(vec3_dot(p, p));
}

/*
 * Returns |x| + |y| + |z|: the factor by which an error in each coordinate of q grows in
 * vec3_dot(p, q).
 */
ALWAYS_INLINE double vec3_norm1(GrazeVec3 p)
{
    return (fabs(p.x) + fabs(p.y)) + fabs(p.z);
}

ALWAYS_INLINE GrazeVec3 vec3_abs(GrazeVec3 p)
{
    return vec3(fabs(p.x), fabs(p.y), fabs(p.z));
}

/* Returns the largest |coordinate|. */
ALWAYS_INLINE double vec3_extent(GrazeVec3 p)
{
    return max2(max2(fabs(p.x), fabs(p.y)), fabs(p.z));
}

/* Returns the axis of the largest |coordinate|, the first of equals. */
ALWAYS_INLINE int vec3_longest_axis(GrazeVec3 p)
{
    GrazeVec3 size = vec3_abs(p);
    return size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
}

/* Returns the unit vector along the axis of the smallest |coordinate|, the first of equals. */
ALWAYS_INLINE GrazeVec3 vec3_shortest_axis(GrazeVec3 p)
{
    GrazeVec3 size = vec3_abs(p);
    return size.x <= size.y && size.x <= size.z ? vec3(1, 0, 0)
           : size.y <= size.z                   ? vec3(0, 1, 0)
                                                : vec3(0, 0, 1);
}

#endif
