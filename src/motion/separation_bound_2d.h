/*
 * Slabs between two bodies that move by a clock each: a slab of separation_bound.h, as a function
 * of how much later than at an instant A is (s) and B is (t). n stands still, or is carried along
 * by A or B.
 *
 *   F_n(s, t) >= G(s, t) = level + slope_a s + slope_b t - h_A(a + s a_s + t a_t) - h_B(b + s b_s + t b_t) - reach
 *                          - (bend_aa s^2 + 2 curvature_ab |s t| + bend_bb t^2) / 2
 *
 * where the bends bound the second derivatives of f, one function a pair of vertices, with d from
 * A's pivot p to B's q:
 *
 *   still         bend_aa = |p''| + (w_A^2 + |w_A'|) R_A    curvature_ab = 0    bend_bb = |q''| + (w_B^2 + |w_B'|) R_B
 *   carried by A  bend_aa = |p''| + 2 w_A |p'| + (w_A^2 + |w_A'|) (|d| + R_B)
 *                 curvature_ab = w_A (|q'| + w_B R_B)            bend_bb as above
 *   carried by B  the same, A and B exchanged
 *
 * since A sees a vertex P of B at y = R_A^T (P - p): y_s = R_A^T (-w_A J (P - p) - p'), whose
 * derivatives are those. With 2 |s t| <= k s^2 + t^2 / k, for any k > 0, what is taken off is
 * convex, and G concave: where G is positive in the corners of a convex part of the plane, it is so
 * all over.
 *
 * Bodies that turn as one. Where one carries n along, and the other, the guest, moves with it,
 * these bends count twice what both do alike: a car that follows another through a bend is where it
 * was, as the other one sees it, when s = t. So the way to (s, t) is taken in two parts: both on by
 * tau, the carrier's share of it, and then the guest by sigma, s - t or t - s. With P = q +
 * R(theta) r a vertex of the guest, w its turn rate, w + D the carrier's at the same time, J a
 * quarter turn, E = q'' - w J q', f is above its linear part by no less than minus
 *
 *   tau^2 / 2     times |D''| + (w_ab^2 + |w_ab'|) R, as of separation_bound.h, while sigma = 0
 *   |sigma tau|   times |P'' - (w + D) J P'| <= |E| + |D q'| + (|w'| + |w D|) R, how fast f_sigma changes while sigma = 0
 *   sigma^2 / 2   times |q''| + (w^2 + |w'|) R, while tau stays
 *
 * On a circle about any point E = 0: q' = w J (q - c). Then nothing but the last is left, however
 * long both go on.
 */
#ifndef GRAZE_MOTION_SEPARATION_BOUND_2D_H
#define GRAZE_MOTION_SEPARATION_BOUND_2D_H

#include "proximity.h"

enum { GRAZE_PATH_CURVATURE_DEGREE = 2 * (GRAZE_PIECE_TERMS - 2) };

/* q'' - w J q' of a pivot's path, a polynomial of the time since the instant: 0 on a circle. */
typedef struct {
    double x[GRAZE_PATH_CURVATURE_DEGREE + 1], y[GRAZE_PATH_CURVATURE_DEGREE + 1];
    int32_t degree;
} GrazePathCurvature;

/*
 * How one body moves from the instant on: Taylor coefficients, constant terms left out; the
 * vertices' distance from the pivot, 0 for a disc about it.
 */
typedef struct {
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS], angle[GRAZE_PIECE_TERMS];
    int32_t position_degree, angle_degree;
    double radius;
} GrazeTaylorMotion;

/*
 * Vectors are of (s, t) where they say so by their names' a and b. What is taken off is
 * (curvature_a s^2 + curvature_b t^2 + curvature_ab (s - t)^2) / 2.
 *   rotates_together   the bodies turn nearly as one: `at`, `frame_acceleration` and `incident_path_curvature` are those of the instant
 */
typedef struct {
    GrazeNormalFrame frame;
    bool are_discs, rotates_together;
    const GrazeMotionState* state;
    GrazeFrameAcceleration frame_acceleration;
    GrazePathCurvature incident_path_curvature;
    const GrazeActivePiece *active_a, *active_b;
    GrazeTaylorMotion taylor_a, taylor_b;
    double pivot_distance;
    double level, slope_a, slope_b, slope_error;
    GrazeVec dir_a, dir_a_by_s, dir_a_by_t;
    GrazeVec dir_b, dir_b_by_s, dir_b_by_t;
    double curvature_a, curvature_b, curvature_ab;
} GrazeSeparationBound2d;

/*
 * Makes the sheet at an instant of the leg, as of the look, which it keeps a pointer to; `margin`
 * is taken off its thickness.
 */
void graze_separation_bound_2d_init(const GrazePieceInterval* interval,
                                    const GrazeProximity* proximity, double margin,
                                    GrazeSeparationBound2d* out);

/* Computes the bends for -width <= s - t <= 0 and 0 <= t <= lasts. */
void graze_separation_bound_2d_set_extent(GrazeSeparationBound2d* bound, double width,
                                          double duration);

/*
 * A sheet that stands still, whose normal is across A's velocity, or B's where A has none: bodies
 * that slide past each other touch along such a one. False where neither moves.
 */
bool graze_separation_bound_2d_init_across(const GrazePieceInterval* interval,
                                           const GrazeMotionState* state, double margin,
                                           GrazeSeparationBound2d* out);

/*
 * The same of the discs about the pivots, which need no poses; 0 and nothing else where those are
 * too near.
 */
bool graze_separation_bound_2d_init_discs(const GrazePieceInterval* interval,
                                          const GrazeMotionState* state, double margin,
                                          GrazeSeparationBound2d* out);

/* G at (s, t) = `at`. */
double graze_separation_bound_2d_evaluate(const GrazeSeparationBound2d* bound, GrazeVec point);

/*
 * How far, 0 to 1, on the way from one (s, t) to another G stays at least `min_value`, up to
 * rounding and never beyond.
 */
double graze_separation_bound_2d_safe_fraction(const GrazeSeparationBound2d* bound, GrazeVec from,
                                               GrazeVec to, double min_value);

/* How fast the separation grows with s, and with t, at the instant. */
GrazeVec graze_separation_bound_2d_gradient(const GrazeSeparationBound2d* bound);

#endif
