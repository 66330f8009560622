/* The steps of two paths in which they can meet, one after the other. */
#ifndef GRAZE_SWEEP_CANDIDATE_STEPS_H
#define GRAZE_SWEEP_CANDIDATE_STEPS_H

#include "path.h"

/*
 * A search on its way. Steps from `next_step` to `end` - 1 are still to be looked at.
 *   tree_a, tree_b  of the methods with trees, over the steps in which both move; NULL where those cannot meet
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

/* The next one, or steps->end. */
int32_t graze_candidates_next(GrazeCandidateSearch* search);

/* Are they surely apart all through step i, by boxes at its ends, or along the bodies' own axes? */
bool graze_step_is_free(const GrazePath* a, const GrazePath* b, int32_t i);

#endif
