/*
 * Binary trees over time, the baseline of the paper's sweep, and its cut to the region where two
 * paths can meet. Germar and Fernandez, 2018, III B; Schwesinger, Siegwart and Furgale, "Fast
 * Collision Detection Through Bounding Volume Hierarchies in Workspace-Time Space for
 * Sampling-Based Motion Planners", 2015.
 */
#ifndef GRAZE_TRAJECTORY_TREE_H
#define GRAZE_TRAJECTORY_TREE_H

#include "boxes.h"

/* Returns the number of nodes of a tree over `steps` steps, at least 1. */
static inline int32_t graze_tree_nodes(int32_t steps)
{
    return 2 * steps - 1;
}

/*
 * Builds a tree over steps lo to hi - 1 of the boxes, split at the middle step, with each node
 * before its children; `nodes` has room for it. Boxes that do not meet `clip`, if that is not NULL,
 * become empty. O(hi - lo).
 */
void graze_tree_build(const GrazeBoxes* boxes, int32_t lo, int32_t hi, const float* clip,
                      GrazeTreeNode* nodes);

/* Returns the first step from `from` to `end` - 1 in which leaves of both trees meet, or `end` if
   there is none. */
int32_t graze_tree_next(const GrazeTreeNode* a, const GrazeTreeNode* b, int32_t from, int32_t end,
                        int32_t* tests);

/*
 * Cuts [*lo, *hi) to the steps from the first to the last in which one of the two can meet the
 * region that the other sweeps in those steps, and `clip` to the common region, repeatedly, as long
 * as this cuts anything away. *lo = *hi when the two cannot meet.
 */
void graze_clip_to_common(const GrazeBoxes* a, const GrazeBoxes* b, int32_t* lo, int32_t* hi,
                          float clip[SIDES], int32_t* tests);

#endif
