/* A path step by step: what the body does in one, and where it is held or absent. */
#ifndef GRAZE_SWEEP_PATH_H
#define GRAZE_SWEEP_PATH_H

#include "boxes.h"

typedef enum { GRAZE_PATH_ABSENT, GRAZE_PATH_STATIC, GRAZE_PATH_MOVING } GrazePathState;

/*
 * What the body does from step i on; `end`: the first step in which it does something else, at most INT32_MAX. Where it
 * stands still, `box` is its box.
 */
GrazePathState graze_path_state(const GrazePath* path, int32_t i, int32_t* end, float box[SIDES]);

/* The body at the beginning of step i, from the clock's point: where it is held, that place. */
const GrazePose* graze_path_pose(const GrazePath* path, int32_t i);

/* The box of its sample, and its bulge in step i; 0 where it is held. Step `last` has a sample too. */
void graze_path_sample_box(const GrazePath* path, int32_t i, float box[SIDES]);
GrazeVec graze_path_deviation(const GrazePath* path, int32_t i);

/* The box of the body along all of the steps from `from` to `end` - 1, as of graze_boxes_span. */
void graze_path_span_box(const GrazePath* path, int32_t from, int32_t end, float box[SIDES]);

/* The step that holds a time of the clock: the later of two unless that is none; and the first one that ends at the
   time or behind it. */
int32_t graze_clock_step_at(const GrazeClock* clock, double time);

#endif
