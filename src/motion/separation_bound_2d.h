/*
 * Separation bounds of two bodies with a clock each: a bound of separation_bound.h as a function of
 * the times s and t by which A and B are later than at an instant. n is fixed in the world, or to A
 * or B.
 *
 *   F_n(s, t) >= G(s, t) = level + slope_a s + slope_b t
 *                          - h_A(u + s u_s + t u_t) - h_B(v + s v_s + t v_t) - reach
 *                          - (c_aa s^2 + 2 c_ab |s t| + c_bb t^2) / 2
 *
 * where u is n in A's frame and v is -n in B's frame (`dir_a`, `dir_b`, with their derivatives),
 * and the curvatures c bound the second derivatives of f, one function for each pair of vertices,
 * with d from A's pivot p to B's pivot q:
 *
 *   world        c_aa = |p''| + (w_A^2 + |w_A'|) R_A
 *                c_ab = 0
 *                c_bb = |q''| + (w_B^2 + |w_B'|) R_B
 *   fixed to A   c_aa = |p''| + 2 w_A |p'| + (w_A^2 + |w_A'|) (|d| + R_B)
 *                c_ab = w_A (|q'| + w_B R_B)
 *                c_bb as above
 *   fixed to B   the same with A and B exchanged
 *
 * The reason is that in A's frame a vertex P of B is at y = R_A^T (P - p), with the derivative y_s
 * = R_A^T (-w_A J (P - p) - p'), whose derivatives these curvatures bound. With 2 |s t| <= k s^2 +
 * t^2 / k, for any k > 0, the subtracted part is convex, and G concave: if G is positive at the
 * corners of a convex part of the plane, it is positive in all of it.
 *
 * Bodies that rotate alike. Where n is fixed to one body, the reference, and the other, the
 * incident body, moves with it, these curvatures count their common motion twice: a car that
 * follows another through a bend is at rest in the frame of the other when s = t. So the way to (s,
 * t) is taken in two parts: first both bodies advance by tau, which is the time of the reference
 * body (s or t), and then the incident body alone by sigma, the difference of its own time and tau.
 * With P = q + R(theta) r a vertex of the incident body, w its angular velocity, w + e that of the
 * reference body at the same time, J a quarter turn, E = q'' - w J q', f is above its linear part
 * minus
 *
 *   tau^2 / 2     times |D''| + (w_ab^2 + |w_ab'|) R, while sigma = 0: the curvature in the frame
 *                 of the reference body, as in separation_bound.h, with D of GrazeFrameAcceleration
 *   |sigma tau|   times |P'' - (w + e) J P'| <= |E| + |e q'| + (|w'| + |w e|) R, the rate of
 *                 f_sigma while sigma = 0
 *   sigma^2 / 2   times |q''| + (w^2 + |w'|) R, while tau is constant
 *
 * If the pivot moves on a circle about a point c and the body rotates with it, q' = w J (q - c) and
 * E = 0. Then only the last term is left, for however long both advance.
 */
#ifndef GRAZE_MOTION_SEPARATION_BOUND_2D_H
#define GRAZE_MOTION_SEPARATION_BOUND_2D_H

#include "proximity.h"

enum { GRAZE_PATH_CURVATURE_DEGREE = 2 * (GRAZE_PIECE_TERMS - 2) };

/*
 * The polynomial E = q'' - w J q' of a pivot's path, of the time since the instant: 0 on a circle.
 */
typedef struct {
    double x[GRAZE_PATH_CURVATURE_DEGREE + 1], y[GRAZE_PATH_CURVATURE_DEGREE + 1];
    int32_t degree;
} GrazePathCurvature;

/*
 * Motion of one body from the instant on: Taylor coefficients without the constant terms, and the
 * largest distance of a vertex from the pivot, 0 for a disc around it.
 */
typedef struct {
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS], angle[GRAZE_PIECE_TERMS];
    int32_t position_degree, angle_degree;
    double radius;
} GrazeTaylorMotion;

/*
 * A separation bound as a function of both times. Suffixes a and b, by_s and by_t refer to s and t.
 * The subtracted part is (curvature_a s^2 + curvature_b t^2 + curvature_ab (s - t)^2) / 2, and
 * slope_error (|s| + |t|) for rounding.
 *
 *   rotates_together   true if the bodies rotate nearly alike; then `state`, `frame_acceleration`
 *                      and `incident_path_curvature` are those of the instant
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
 * Initializes the bound at the instant of a proximity, less `margin`. It keeps a pointer to the
 * proximity's state.
 */
void graze_separation_bound_2d_init(const GrazePieceInterval* interval,
                                    const GrazeProximity* proximity, double margin,
                                    GrazeSeparationBound2d* out);

/* Computes the curvatures for -width <= s - t <= 0 and 0 <= t <= duration. */
void graze_separation_bound_2d_set_extent(GrazeSeparationBound2d* bound, double width,
                                          double duration);

/*
 * Initializes a bound whose normal is fixed in the world, perpendicular to A's velocity, or to B's
 * if A has none: bodies that slide past each other touch along such a normal. Returns false if
 * neither moves.
 */
bool graze_separation_bound_2d_init_across(const GrazePieceInterval* interval,
                                           const GrazeMotionState* state, double margin,
                                           GrazeSeparationBound2d* out);

/*
 * Initializes the bound of the discs around the pivots, which needs no poses. Returns false if the
 * discs are too near each other.
 */
bool graze_separation_bound_2d_init_discs(const GrazePieceInterval* interval,
                                          const GrazeMotionState* state, double margin,
                                          GrazeSeparationBound2d* out);

/* Returns G at (s, t) = `point`. */
double graze_separation_bound_2d_evaluate(const GrazeSeparationBound2d* bound, GrazeVec point);

/*
 * Returns the fraction, 0 to 1, of the way from one (s, t) to another along which G stays at least
 * `min_value`, or slightly less by rounding.
 */
double graze_separation_bound_2d_safe_fraction(const GrazeSeparationBound2d* bound, GrazeVec from,
                                               GrazeVec to, double min_value);

/* Returns the rates of the separation with s and with t at the instant. */
GrazeVec graze_separation_bound_2d_gradient(const GrazeSeparationBound2d* bound);

#endif
