/* The smallest root of a family of functions: the root finder of Hong's paper, a heuristic. */
#ifndef GRAZE_STUDY_BCDA_PCDA_H
#define GRAZE_STUDY_BCDA_PCDA_H

#include "../base/vec.h"
#include "../graze.h"

/* The terms that all functions of a family share at some w. */
typedef struct {
    double level;
    GrazeVec along_a, along_b;
} GrazeSample;

/*
 * A family of functions f_ij(w) = level(w) + along_a(w) . a_i + along_b(w) . b_j, for each of
 * `count_a` points a and each of `count_b` points b, at least one of either: the separation bound
 * between two vertices. `sample` computes the shared terms at w, which are finite on the whole
 * interval.
 */
typedef struct {
    const GrazePoint *a, *b;
    int32_t count_a, count_b;
    const void* context;
    void (*sample)(const void* context, double w, GrazeSample* out);
} GrazeFamily;

/*
 * Result of a search. GRAZE_ROOT_ERROR: some f is negative at *root, which it was not before, or
 * the rounds are used up there.
 */
typedef enum { GRAZE_ROOT_NONE, GRAZE_ROOT_FOUND, GRAZE_ROOT_ERROR } GrazeRootStatus;

/*
 * Finds the smallest root of any f_ij on [begin, end], where all f_ij(begin) > 0; *root is at most
 * mu before it. The result is a heuristic: four samples stand for the values between them, so that
 * a root can be missed, or a later one found. Sampled every 1/30, f = 1/2 + cos 60 pi w looks
 * constant. O(count_a count_b) per round, at most GRAZE_HONG_ROUNDS rounds. Source: Hong, "A New
 * Algorithm for Detecting the Collision of Moving Objects", appendix.
 */
GrazeRootStatus graze_smallest_root(const GrazeFamily* family, double begin, double end, double mu,
                                    double* root);

enum { GRAZE_HONG_ROUNDS = 10000 };

#endif
