/* Velocities of moving discs. */
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

int32_t graze_wasm_velocity_obstacle(DISCS_PARAMETERS, double horizon)
{
    DiscPair discs;
    if (glue_read_discs(&discs, DISCS_ARGUMENTS) != GRAZE_OK) return glue_fault.status;
    graze_velocity_obstacle(&discs.first, &discs.second, horizon, &glue_result.obstacle);
    return GRAZE_OK;
}

/* Returns whether the velocity is unsafe as 1 or 0, or -1 when the call fails. */
int32_t graze_wasm_velocity_is_unsafe(DISCS_PARAMETERS, double vx, double vy, double horizon)
{
    DiscPair discs;
    if (glue_read_discs(&discs, DISCS_ARGUMENTS) != GRAZE_OK) return -1;
    return graze_velocity_is_unsafe(&discs.first, &discs.second, vx, vy, horizon, NULL);
}

/* Writes the spans to the list. */
int32_t graze_wasm_unsafe_speeds(DISCS_PARAMETERS, int32_t after)
{
    DiscPair discs;
    if (glue_read_discs(&discs, DISCS_ARGUMENTS) != GRAZE_OK) return glue_fault.status;
    GrazeSpan* spans = glue_allocate_scratch(GRAZE_MAX_SPEEDS, sizeof *spans);
    if (spans == NULL) return glue_fault.status;
    int32_t count = graze_unsafe_speeds(&discs.first, &discs.second, (GrazeEnding)after, spans);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)spans, count};
    return GRAZE_OK;
}

int32_t graze_wasm_safe_velocity(DISCS_PARAMETERS, double min_speed1, double max_speed1,
                                 double min_speed2, double max_speed2, double margin,
                                 int32_t can_wait)
{
    DiscPair discs;
    if (glue_read_discs(&discs, DISCS_ARGUMENTS) != GRAZE_OK) return glue_fault.status;
    GrazeSpeedLimits limits = {min_speed1, max_speed1, min_speed2, max_speed2, margin, can_wait, 0};
    graze_safe_velocity(&discs.first, &discs.second, &limits, &glue_result.safe);
    return GRAZE_OK;
}
