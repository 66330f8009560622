/* Access to a path by steps: the body's motion in a step, and the steps in which it stays or is
   absent. */
#ifndef GRAZE_TRAJECTORY_PATH_H
#define GRAZE_TRAJECTORY_PATH_H

#include "boxes.h"

typedef enum { GRAZE_PATH_ABSENT, GRAZE_PATH_STATIC, GRAZE_PATH_MOVING } GrazePathState;

/* Steps per block of a scene's index: graze_path_span_box joins the boxes of a block at once. */
enum { GRAZE_BLOCK_BITS = 2 * GRAZE_FANOUT_BITS, GRAZE_BLOCK_STEPS = 1 << GRAZE_BLOCK_BITS };

/* Returns the state of the body from step i on; `end` becomes the first step with another state, at
   most INT32_MAX. While the body stays, `box` is its box. */
GrazePathState graze_path_state(const GrazePath* path, int32_t i, int32_t* end, float box[SIDES]);

/* Returns the pose of the body at the beginning of step i, relative to the clock's point; while it
   stays, the pose at which it stays. */
const GrazePose* graze_path_pose(const GrazePath* path, int32_t i);

/* Return the box of the sample at the beginning of step i, and the deviation in step i, which is
   FLT_MIN while the body does not move. Step `end_step` has a sample too. */
void graze_path_sample_box(const GrazePath* path, int32_t i, float box[SIDES]);
GrazeVec graze_path_deviation(const GrazePath* path, int32_t i);

/* Computes the box of the body in all steps from `from` to `end` - 1; the limits are those of
   graze_boxes_span. */
void graze_path_span_box(const GrazePath* path, int32_t from, int32_t end, float box[SIDES]);

/* Returns the step that contains a time of the clock: the later of two, unless that is past the
   last step. */
int32_t graze_clock_step_at(const GrazeClock* clock, double time);

/*
 * Finds the steps in which a body moves from `begin` to `end`; before and after, it stays or does not
 * exist. A body that vanishes or appears at the boundary of two steps is present at one instant of
 * the outer step too, so that step counts as one in which it moves; so does the step of a motion that
 * lasts one instant.
 */
void graze_clock_moving_steps(const GrazeClock* clock, double begin, double end, GrazeEnding before,
                              GrazeEnding after, int32_t* first, int32_t* last);

#endif
