#include "tasks.h"

#include <math.h>

static double distance(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                       const GrazePose* pose_b, GrazeSupport support)
{
    GrazeGjkOptions options = {.support = support};
    GrazeDistance out;
    graze_distance_by(a, pose_a, b, pose_b, &options, &out);
    return out.distance;
}

static double collide(const GrazeShape* a, const GrazePose* pose_a, const GrazeShape* b,
                      const GrazePose* pose_b, GrazeSupport support)
{
    GrazeGjkOptions options = {.support = support};
    return graze_collide_by(a, pose_a, b, pose_b, &options);
}

static double answer(int32_t task, const TaskPairs* pairs, int32_t k)
{
    const GrazeShape* a = &pairs->shapes[pairs->shape_a[k]];
    const GrazeShape* b = &pairs->shapes[pairs->shape_b[k]];
    GrazePose pose_a = graze_placement_pose(&pairs->place_a[k]);
    GrazePose pose_b = graze_placement_pose(&pairs->place_b[k]);
    GrazeRelation relation;
    switch (task) {
    case TASK_SEPARATION:
        return graze_gap(a, &pose_a, b, &pose_b, &relation);
    case TASK_RELATION:
        return graze_relation(a, &pose_a, b, &pose_b);
    case TASK_DISTANCE:
        return distance(a, &pose_a, b, &pose_b, GRAZE_SUPPORT_AUTO);
    case TASK_DISTANCE_SCAN:
        return distance(a, &pose_a, b, &pose_b, GRAZE_SUPPORT_SCAN);
    case TASK_DISTANCE_CLIMB:
        return distance(a, &pose_a, b, &pose_b, GRAZE_SUPPORT_CLIMB);
    case TASK_COLLIDE_SCAN:
        return collide(a, &pose_a, b, &pose_b, GRAZE_SUPPORT_SCAN);
    case TASK_COLLIDE_CLIMB:
        return collide(a, &pose_a, b, &pose_b, GRAZE_SUPPORT_CLIMB);
    default:
        return collide(a, &pose_a, b, &pose_b, GRAZE_SUPPORT_AUTO);
    }
}

double task_run(int32_t task, const TaskPairs* pairs, int32_t count)
{
    if (task < 0 || task >= TASKS) return NAN;
    double sum = 0;
    for (int32_t k = 0; k < count; k++) {
        pairs->out[k] = (float)answer(task, pairs, k);
        sum += pairs->out[k];
    }
    return sum;
}
