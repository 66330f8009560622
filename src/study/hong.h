/*
 * The algorithms of Hong's paper without their dimension: the smallest root of a family of
 * functions, a heuristic, and the loop of BCDA and PCDA around it.
 */
#ifndef GRAZE_STUDY_HONG_H
#define GRAZE_STUDY_HONG_H

#include "../advancement/advancement.h"

/* Largest number of terms of a sample. */
enum { GRAZE_SAMPLE_TERMS = 6 };

/* Terms that all functions of a family share at some w; only the family's functions read `terms`. */
typedef struct {
    double level;
    double terms[GRAZE_SAMPLE_TERMS];
} GrazeSample;

/*
 * A family of functions f_ij(w) = level(w) + a_i(w) + b_j(w), for each of `count_a` terms a and
 * each of `count_b` terms b, at least one of either: for example the separation bound between two
 * vertices. `sample` computes the level, and what all terms share, at w; `term` computes a_i, for
 * side 0, or b_i, for side 1. All are finite on the whole interval.
 */
typedef struct {
    int32_t count_a, count_b;
    const void* context;
    void (*sample)(const void* context, double w, GrazeSample* out);
    double (*term)(const void* context, const GrazeSample* sample, int side, int32_t i);
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

/*
 * Chooses the bound of an iteration, step 4 of BCDA or steps 4 and 5 of PCDA, and finds the time
 * up to `end`, after the instant last measured, at which it falls to 0, to within mu.
 */
typedef GrazeRootStatus (*GrazeHongStep)(void* data, double end, double mu, double* next);

/*
 * Advances a forward pair from `from` on by steps of a published algorithm; `data` is that of the
 * step. Reports a contact as the instant reached, lo = hi: nothing is known of the time around it.
 */
void graze_advance_as_published(GrazeAdvancement* advancement, double from, GrazeHongStep step,
                                void* data, GrazeContactBracket* bracket);

#endif
