/* Velocities of moving discs, polygons and spheres. */
#include "disc_pair.h"

#include <stddef.h>

GrazeStatus glue_read_discs(DiscPair* discs, DISCS_PARAMETERS)
{
    *discs = (DiscPair){{x1, y1, vx1, vy1, t0_1, t1_1, r1}, {x2, y2, vx2, vy2, t0_2, t1_2, r2}};
    glue_fault = (GrazeFault){graze_moving_disc_check(&discs->first), 0};
    if (glue_fault.status != GRAZE_OK) return (GrazeStatus)glue_fault.status;
    glue_fault = (GrazeFault){graze_moving_disc_check(&discs->second), 1};
    return (GrazeStatus)glue_fault.status;
}

/* Two agents: spheres, or in the plane discs or polygons, which have points; and then room for the
   vertices of an obstacle's cut. */
typedef struct {
    GrazeMovingSphere spheres[2];
    GrazePoint points[];
} VelocityStage;

/* Returns scratch memory for two agents. */
VelocityStage* graze_wasm_velocity_stage(uint32_t points1, uint32_t points2)
{
    /* A vertex is two points long. */
    uint32_t points = 3 * (points1 + points2) + 4;
    return glue_allocate_scratch(sizeof(VelocityStage) / sizeof(GrazePoint) + points,
                                 sizeof(GrazePoint));
}

static bool are_valid(const VelocityStage* stage)
{
    for (int32_t k = 0; k < 2; k++) {
        glue_fault = (GrazeFault){graze_velocity_sphere_check(&stage->spheres[k]), k};
        if (glue_fault.status != GRAZE_OK) return false;
    }
    return true;
}

/* Reads and checks polygons in the plane. */
static bool read_polygons(const VelocityStage* stage, int32_t points1, int32_t points2,
                          GrazeMovingPolygon polygons[2])
{
    const GrazePoint* points = stage->points;
    for (int32_t k = 0; k < 2; k++) {
        const GrazeMovingSphere* s = &stage->spheres[k];
        polygons[k] = (GrazeMovingPolygon){{s->x, s->y, s->vx, s->vy, s->t0, s->t1, s->radius},
                                           points,
                                           k == 0 ? points1 : points2};
        glue_fault = (GrazeFault){graze_moving_polygon_check(&polygons[k]), k};
        if (glue_fault.status != GRAZE_OK) return false;
        points += points1;
    }
    return true;
}

/* Writes the vertices of the cut to the list. */
int32_t graze_wasm_velocity_obstacle(VelocityStage* stage, int32_t points1, int32_t points2,
                                     double horizon)
{
    GrazeMovingPolygon polygons[2];
    if (!read_polygons(stage, points1, points2, polygons)) return glue_fault.status;
    /* All records before the cut are a multiple of the size of a double. */
    GrazeVelocity* cut = (GrazeVelocity*)(void*)(stage->points + points1 + points2);
    int32_t count = graze_polygon_velocity_obstacle(&polygons[0], &polygons[1], horizon,
                                                    &glue_result.obstacle, cut);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)cut, count};
    return GRAZE_OK;
}

int32_t graze_wasm_velocity_cone(const VelocityStage* stage)
{
    if (!are_valid(stage)) return glue_fault.status;
    graze_velocity_cone(&stage->spheres[0], &stage->spheres[1], &glue_result.cone);
    return GRAZE_OK;
}

/* Returns whether the velocity is unsafe as 1 or 0, or -1 when the call fails. `vz` is that of
   spheres. */
int32_t graze_wasm_velocity_is_unsafe(const VelocityStage* stage, int32_t points1, int32_t points2,
                                      double vx, double vy, double vz, double horizon)
{
    if (points1 + points2 > 0) {
        GrazeMovingPolygon polygons[2];
        if (!read_polygons(stage, points1, points2, polygons)) return -1;
        return graze_polygon_velocity_is_unsafe(&polygons[0], &polygons[1], vx, vy, horizon);
    }
    if (!are_valid(stage)) return -1;
    return graze_sphere_velocity_is_unsafe(&stage->spheres[0], &stage->spheres[1], vx, vy, vz,
                                           horizon, NULL);
}

/* Writes the spans to the list. */
int32_t graze_wasm_unsafe_speeds(const VelocityStage* stage, int32_t after)
{
    if (!are_valid(stage)) return glue_fault.status;
    GrazeSpan* span = glue_result.delays;
    int32_t count = graze_sphere_unsafe_speeds(&stage->spheres[0], &stage->spheres[1],
                                               (GrazeEnding)after, span);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)span, count};
    return GRAZE_OK;
}

int32_t graze_wasm_safe_velocity(const VelocityStage* stage, double min_speed1, double max_speed1,
                                 double min_speed2, double max_speed2, double margin,
                                 int32_t can_wait)
{
    if (!are_valid(stage)) return glue_fault.status;
    GrazeSpeedLimits limits = {min_speed1, max_speed1, min_speed2, max_speed2, margin, can_wait, 0};
    graze_sphere_safe_velocity(&stage->spheres[0], &stage->spheres[1], &limits, &glue_result.safe);
    return GRAZE_OK;
}
