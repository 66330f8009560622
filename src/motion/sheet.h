/*
 * Slabs between two bodies that move by a clock each: a slab of slab.h, as a function of how much later than at an
 * instant A is (s) and B is (t). n stands still, or is carried along by A or B.
 *
 *   F_n(s, t) >= G(s, t) = level + slope_a s + slope_b t - h_A(a + s a_s + t a_t) - h_B(b + s b_s + t b_t) - reach
 *                          - (bend_aa s^2 + 2 bend_ab |s t| + bend_bb t^2) / 2
 *
 * where the bends bound the second derivatives of f, one function a pair of vertices, with d from A's pivot p to B's q:
 *
 *   still         bend_aa = |p''| + (w_A^2 + |w_A'|) R_A    bend_ab = 0    bend_bb = |q''| + (w_B^2 + |w_B'|) R_B
 *   carried by A  bend_aa = |p''| + 2 w_A |p'| + (w_A^2 + |w_A'|) (|d| + R_B)
 *                 bend_ab = w_A (|q'| + w_B R_B)            bend_bb as above
 *   carried by B  the same, A and B exchanged
 *
 * since A sees a vertex P of B at y = R_A^T (P - p): y_s = R_A^T (-w_A J (P - p) - p'), whose derivatives are those. With
 * 2 |s t| <= k s^2 + t^2 / k, for any k > 0, what is taken off is convex, and G concave: where G is positive in the
 * corners of a convex part of the plane, it is so all over.
 */
#ifndef GRAZE_MOTION_SHEET_H
#define GRAZE_MOTION_SHEET_H

#include "look.h"

/* How one body moves from the instant on: Taylor coefficients, constant terms left out; the vertices' distance from the
   pivot, 0 for a disc about it. */
typedef struct {
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS], theta[GRAZE_PIECE_TERMS];
    int32_t move, turn;
    double radius;
} GrazeGait;

/* Vectors are of (s, t) where they say so by their names' a and b. */
typedef struct {
    GrazeCarrier carrier;
    bool are_discs;
    const GrazeTrack *track_a, *track_b;
    GrazeGait gait_a, gait_b;
    double far;
    double level, slope_a, slope_b, slope_error;
    GrazeVec dir_a, turn_a_a, turn_a_b;
    GrazeVec dir_b, turn_b_a, turn_b_b;
    double bend_a, bend_b;
} GrazeSheet;

/* The sheet at an instant of the leg, as of the look; `clear` is taken off its thickness. Then how far it is asked
   about, at most: |s| <= spread_a, |t| <= spread_b. */
void graze_sheet(const GrazeLeg* leg, const GrazeLook* look, double clear, GrazeSheet* out);
void graze_sheet_spread(GrazeSheet* sheet, double spread_a, double spread_b);

/* A sheet that stands still, whose normal is across A's velocity, or B's where A has none: bodies that slide past each other
   touch along such a one. False where neither moves. */
bool graze_sheet_across(const GrazeLeg* leg, const GrazeInstant* at, double clear, GrazeSheet* out);

/* The same of the discs about the pivots, which need no poses; 0 and nothing else where those are too near. */
bool graze_sheet_of_discs(const GrazeLeg* leg, const GrazeInstant* at, double clear,
                          GrazeSheet* out);

/* G at (s, t) = `at`. */
double graze_sheet_at(const GrazeSheet* sheet, GrazeVec at);

/* How far, 0 to 1, on the way from one (s, t) to another G stays at least `keep`, up to rounding and never beyond. */
double graze_sheet_along(const GrazeSheet* sheet, GrazeVec from, GrazeVec to, double keep);

/* How fast the separation grows with s, and with t, at the instant. */
GrazeVec graze_sheet_slope(const GrazeSheet* sheet);

#endif
