/* Queries of two bodies at rest. */
#include "pair.h"

#include <math.h>

int32_t glue_get_pair(Pair* pair, PAIR_PARAMETERS)
{
    pair->a = handle_get(HANDLE_SHAPE, a);
    pair->b = handle_get(HANDLE_SHAPE, b);
    glue_fault = (GrazeFault){GRAZE_E_STALE_HANDLE, 0};
    if (pair->a == NULL) return glue_fault.status;
    glue_fault.index = 1;
    if (pair->b == NULL) return glue_fault.status;
    glue_fault = (GrazeFault){glue_read_pose(ax, ay, ac, as, &pair->pose_a), 0};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){glue_read_pose(bx, by, bc, bs, &pair->pose_b), 1};
    return glue_fault.status;
}

int32_t glue_get_convex_pair(Pair* pair, PAIR_PARAMETERS)
{
    int32_t status = glue_get_pair(pair, PAIR_ARGUMENTS);
    if (status != GRAZE_OK) return status;
    bool is_convex_a = pair->a->compound == NULL;
    if (!is_convex_a || pair->b->compound != NULL)
        glue_fault = (GrazeFault){GRAZE_E_NOT_CONVEX, is_convex_a ? 1 : 0};
    return glue_fault.status;
}

/* Looks up a body and its pose, as `a` of a pair. */
static int32_t get_body(Pair* pair, uint32_t shape, double x, double y, double cos, double sin)
{
    return glue_get_pair(pair, shape, x, y, cos, sin, shape, x, y, cos, sin);
}

int32_t graze_wasm_distance(PAIR_PARAMETERS)
{
    Pair pair;
    int32_t status = glue_get_pair(&pair, PAIR_ARGUMENTS);
    if (status != GRAZE_OK) return status;
    graze_distance(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &glue_result.distance);
    return GRAZE_OK;
}

int32_t graze_wasm_penetration(PAIR_PARAMETERS)
{
    Pair pair;
    int32_t status = glue_get_pair(&pair, PAIR_ARGUMENTS);
    if (status != GRAZE_OK) return status;
    graze_penetration(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &glue_result.penetration);
    return GRAZE_OK;
}

int32_t graze_wasm_manifold(PAIR_PARAMETERS, double reach)
{
    Pair pair;
    int32_t status = glue_get_pair(&pair, PAIR_ARGUMENTS);
    if (status != GRAZE_OK) return status;
    graze_manifold(pair.a, &pair.pose_a, pair.b, &pair.pose_b, reach, &glue_result.manifold);
    return GRAZE_OK;
}

int32_t graze_wasm_contact_cone(PAIR_PARAMETERS)
{
    Pair pair;
    if (glue_get_convex_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return glue_fault.status;
    graze_contact_cone(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &glue_result.contact_cone);
    return GRAZE_OK;
}

/* These two functions return the distance alone, or NaN when the call fails. */
double graze_wasm_gap(PAIR_PARAMETERS)
{
    Pair pair;
    GrazeRelation relation;
    if (glue_get_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return NAN;
    return graze_gap(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &relation);
}

double graze_wasm_signed_distance(PAIR_PARAMETERS)
{
    Pair pair;
    GrazeRelation relation;
    if (glue_get_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return NAN;
    return graze_signed_distance(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &relation);
}

/*
 * These two functions return their result as a number, or -1 when they fail (see the fault record).
 */
int32_t graze_wasm_relation(PAIR_PARAMETERS)
{
    Pair pair;
    if (glue_get_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return -1;
    return graze_relation(pair.a, &pair.pose_a, pair.b, &pair.pose_b);
}

int32_t graze_wasm_collide(PAIR_PARAMETERS)
{
    Pair pair;
    if (glue_get_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return -1;
    return graze_collide(pair.a, &pair.pose_a, pair.b, &pair.pose_b);
}

int32_t graze_wasm_shape_cast(PAIR_PARAMETERS, double dx, double dy, int32_t touching)
{
    Pair pair;
    GrazeRay displacement = {0, 0, dx, dy};
    if (glue_get_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){graze_ray_check(&displacement), -1};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    graze_shape_cast(pair.a, &pair.pose_a, pair.b, &pair.pose_b, dx, dy, (GrazeTouching)touching,
                     &glue_result.cast);
    return GRAZE_OK;
}

int32_t graze_wasm_ray_cast(uint32_t shape, double x, double y, double cos, double sin,
                            double from_x, double from_y, double dx, double dy, int32_t touching)
{
    Pair pair;
    GrazeRay ray = {from_x, from_y, dx, dy};
    if (get_body(&pair, shape, x, y, cos, sin) != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){graze_ray_check(&ray), -1};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    graze_ray_cast(pair.a, &pair.pose_a, &ray, (GrazeTouching)touching, &glue_result.cast);
    return GRAZE_OK;
}

int32_t graze_wasm_shape_bounds(uint32_t shape, double x, double y, double cos, double sin)
{
    Pair pair;
    int32_t status = get_body(&pair, shape, x, y, cos, sin);
    if (status != GRAZE_OK) return status;
    graze_shape_bounds(pair.a, &pair.pose_a, &glue_result.shape_bounds);
    return GRAZE_OK;
}

/* Returns -1 when it fails, also for a point that is not valid. */
int32_t graze_wasm_contains_point(uint32_t shape, double x, double y, double cos, double sin,
                                  double point_x, double point_y)
{
    Pair pair;
    const GrazeRay point = {point_x, point_y, 0, 0};
    if (get_body(&pair, shape, x, y, cos, sin) != GRAZE_OK) return -1;
    glue_fault = (GrazeFault){graze_ray_check(&point), -1};
    if (glue_fault.status != GRAZE_OK) return -1;
    return graze_contains_point(pair.a, &pair.pose_a, point_x, point_y);
}
