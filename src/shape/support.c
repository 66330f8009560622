#include "support.h"

#include "../tolerance.h"

/* Shapes with fewer vertices are scanned by GRAZE_SUPPORT_AUTO. */
enum { CLIMB_FROM = 16 };

static double reach_of(const GrazeShape* shape, GrazeVec direction, int32_t i)
{
    return shape->vertices[i].x * direction.x + shape->vertices[i].y * direction.y;
}

static int32_t scan(const GrazeShape* shape, GrazeVec direction)
{
    int32_t best = 0;
    double furthest = reach_of(shape, direction, 0);
    for (int32_t i = 1; i < shape->count; i++) {
        double reach = reach_of(shape, direction, i);
        if (reach > furthest) {
            furthest = reach;
            best = i;
        }
    }
    return best;
}

/*
 * Two vertices at a time: lane 0 holds the best of the even ones, lane 1 of the odd ones. Each dot
 * product is rounded as in scan.
 */
typedef double Doubles __attribute__((vector_size(16)));
typedef int64_t Lanes __attribute__((vector_size(16)));
typedef float Floats __attribute__((vector_size(16)));
typedef float TwoFloats __attribute__((vector_size(8)));

static Doubles select(Lanes mask, Doubles yes, Doubles no)
{
    return (Doubles)(((Lanes)yes & mask) | ((Lanes)no & ~mask));
}

static int32_t scan_lanes(const GrazeShape* shape, GrazeVec direction)
{
    Doubles furthest = {-INFINITY, -INFINITY};
    Doubles best = {0, 0};
    Doubles index = {0, 1};
    int32_t paired = shape->count & ~1;
    for (int32_t i = 0; i < paired; i += 2) {
        Floats two;
        memcpy(&two, &shape->vertices[i], sizeof two);
        TwoFloats narrow_x = __builtin_shufflevector(two, two, 0, 2);
        TwoFloats narrow_y = __builtin_shufflevector(two, two, 1, 3);
        Doubles x = __builtin_convertvector(narrow_x, Doubles);
        Doubles y = __builtin_convertvector(narrow_y, Doubles);
        Doubles reach = x * direction.x + y * direction.y;
        Lanes further = reach > furthest;
        furthest = select(further, reach, furthest);
        best = select(further, index, best);
        index += 2;
    }
    bool odd = furthest[1] > furthest[0] || (furthest[1] == furthest[0] && best[1] < best[0]);
    int32_t winner = (int32_t)(odd ? best[1] : best[0]);
    if (paired == shape->count) return winner;
    double last = reach_of(shape, direction, paired);
    return paired == 0 || last > furthest[odd] ? paired : winner;
}

/*
 * Round a convex outline the exact reach rises to its maximum and falls again, and at most two
 * neighbours share the maximum. So a vertex surely further than both neighbours is the one; and of
 * two neighbours that are both surely further than those beside them it is one of the two. Where
 * rounding leaves more than two in question, as at the far side of a body seen along an edge, they
 * are scanned.
 */
static int32_t climb(const GrazeShape* shape, GrazeVec direction, int32_t hint)
{
    int32_t n = shape->count;
    if (n < 4) return scan(shape, direction);
    double margin = GRAZE_SUPPORT_ERROR * shape->extent * vec_norm1(direction);
    int32_t here = hint;
    int32_t left = previous_index(here, n);
    int32_t right = next_index(here, n);
    double reach = reach_of(shape, direction, here);
    double at_left = reach_of(shape, direction, left);
    double at_right = reach_of(shape, direction, right);
    /* The reach grows strictly, so no vertex comes twice. */
    while (at_right > reach) {
        left = here;
        at_left = reach;
        here = right;
        reach = at_right;
        right = next_index(here, n);
        at_right = reach_of(shape, direction, right);
    }
    while (at_left > reach) {
        right = here;
        at_right = reach;
        here = left;
        reach = at_left;
        left = previous_index(here, n);
        at_left = reach_of(shape, direction, left);
    }
    bool over_left = reach - at_left > margin;
    bool over_right = reach - at_right > margin;
    if (over_left && over_right) return here;
    if (!over_left && !over_right) return scan(shape, direction);
    int32_t other = over_left ? right : left;
    double at_other = over_left ? at_right : at_left;
    int32_t beyond = over_left ? next_index(other, n) : previous_index(other, n);
    if (at_other - reach_of(shape, direction, beyond) <= margin) return scan(shape, direction);
    return at_other == reach && other < here ? other : here;
}

int32_t graze_support(const GrazeShape* shape, GrazeVec direction, GrazeSupport method,
                      int32_t hint)
{
    if (method == GRAZE_SUPPORT_AUTO) {
        method = shape->count < CLIMB_FROM ? GRAZE_SUPPORT_SCAN : GRAZE_SUPPORT_CLIMB;
    }
    switch (method) {
    case GRAZE_SUPPORT_CLIMB:
        return climb(shape, direction, hint);
    case GRAZE_SUPPORT_SIMD:
        return scan_lanes(shape, direction);
    default:
        return scan(shape, direction);
    }
}
