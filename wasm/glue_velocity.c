/* Velocities of moving discs, and conflicts by other ways. */
#include "glue.h"

#include <stddef.h>

/* Two segments as they come in: the numbers of each, in the order of its record. */
#define SEGMENTS_IN                                                                                \
    double x1, double y1, double vx1, double vy1, double start1, double end1, double r1,           \
        double x2, double y2, double vx2, double vy2, double start2, double end2, double r2
#define SEGMENTS_GIVEN x1, y1, vx1, vy1, start1, end1, r1, x2, y2, vx2, vy2, start2, end2, r2

typedef struct {
    GrazeSegment first, second;
} Two;

static GrazeStatus read_two(Two* two, SEGMENTS_IN)
{
    *two = (Two){{x1, y1, vx1, vy1, start1, end1, r1}, {x2, y2, vx2, vy2, start2, end2, r2}};
    glue_fault = (GrazeFault){graze_segment_check(&two->first), 0};
    if (glue_fault.status != GRAZE_OK) return (GrazeStatus)glue_fault.status;
    glue_fault = (GrazeFault){graze_segment_check(&two->second), 1};
    return (GrazeStatus)glue_fault.status;
}

int32_t graze_wasm_velocity_obstacle(SEGMENTS_IN, double horizon)
{
    Two two;
    if (read_two(&two, SEGMENTS_GIVEN) != GRAZE_OK) return glue_fault.status;
    graze_velocity_obstacle(&two.first, &two.second, horizon, &glue_result.obstacle);
    return GRAZE_OK;
}

/* 1 or 0, or -1 when the call fails. */
int32_t graze_wasm_velocity_is_unsafe(SEGMENTS_IN, double vx, double vy, double horizon)
{
    Two two;
    if (read_two(&two, SEGMENTS_GIVEN) != GRAZE_OK) return -1;
    return graze_velocity_is_unsafe(&two.first, &two.second, vx, vy, horizon, NULL);
}

/* The spans go to the list. */
int32_t graze_wasm_unsafe_speeds(SEGMENTS_IN, int32_t after)
{
    Two two;
    if (read_two(&two, SEGMENTS_GIVEN) != GRAZE_OK) return glue_fault.status;
    GrazeSpan* spans = glue_room(GRAZE_MOST_SPEEDS, sizeof *spans);
    if (spans == NULL) return glue_fault.status;
    int32_t count = graze_unsafe_speeds(&two.first, &two.second, (GrazeEnding)after, spans);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)spans, count};
    return GRAZE_OK;
}

int32_t graze_wasm_safe_velocity(SEGMENTS_IN, double least1, double most1, double least2,
                                 double most2, double margin, int32_t can_wait)
{
    Two two;
    if (read_two(&two, SEGMENTS_GIVEN) != GRAZE_OK) return glue_fault.status;
    GrazeSpeedLimits limits = {least1, most1, least2, most2, margin, can_wait, 0};
    graze_safe_velocity(&two.first, &two.second, &limits, &glue_result.safe);
    return GRAZE_OK;
}

/* 1 or 0, or -1 when the call fails. */
int32_t graze_wasm_conflict_by(int32_t how, SEGMENTS_IN, double step)
{
    Two two;
    if (read_two(&two, SEGMENTS_GIVEN) != GRAZE_OK) return -1;
    return graze_conflict_by((GrazeBaseline)how, &two.first, &two.second, step);
}
