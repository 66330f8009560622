/* Candidate steps of two paths: the steps in which they can meet, in order. */
#ifndef GRAZE_TRAJECTORY_CANDIDATE_STEPS_H
#define GRAZE_TRAJECTORY_CANDIDATE_STEPS_H

#include "path.h"

/*
 * State of a search. Steps from `next_step` to `end` - 1 remain to be searched.
 *   tree_a, tree_b  trees of the methods that use them, over the steps in which both bodies move;
 *                   NULL if the bodies cannot meet in these
 */
typedef struct {
    const GrazePath *a, *b;
    GrazeSweepMethod method;
    int32_t next_step, end;
    const GrazeTreeNode *tree_a, *tree_b;
    int32_t tests;
} GrazeCandidateSearch;

void graze_candidates_begin(GrazeCandidateSearch* search, const GrazePath* a, const GrazePath* b,
                            GrazeSweepMethod method, int32_t from, int32_t end, void* scratch);

/* Returns the next candidate step, or search->end. */
int32_t graze_candidates_next(GrazeCandidateSearch* search);

/* Returns whether the bodies are certainly more than `min_gap` apart throughout step i, by boxes at
   its ends along the bodies' own axes. */
bool graze_step_is_free(const GrazePath* a, const GrazePath* b, int32_t i, double min_gap);

#endif
