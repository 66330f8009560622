/*
 * Two moving bodies as polynomials: the stretch of time in which each follows one piece of its
 * motion, and what is known of them at an instant of it.
 *
 * A course has a time of its own: that since the caller's `base`, forwards, or backwards and then
 * negative. So clocks that have run for long cost no precision. Everything here is in the course's
 * time.
 */
#ifndef GRAZE_MOTION_RELATIVE_MOTION_H
#define GRAZE_MOTION_RELATIVE_MOTION_H

#include "../base/vec.h"
#include "../graze.h"

/*
 * One body while it follows one piece, or holds its place.
 *   piece            its polynomials, of the time since the piece's beginning
 *   offset           that time is `offset` more than the one since the base
 *   move, turn       their degrees in x and y, and in theta; 0 when it stands
 *   held             the time since the piece's beginning, while it stands
 *   radius           the largest distance of a vertex from the pivot
 */
typedef struct {
    const GrazeShape* shape;
    const GrazePiece* piece;
    double offset, stay_time;
    int32_t position_degree, angle_degree;
    bool is_staying;
    double radius;
} GrazeActivePiece;

/* Does a body move, or is it kept where its piece begins, or ends? */
typedef enum { GRAZE_PHASE_MOVING, GRAZE_PHASE_BEFORE, GRAZE_PHASE_AFTER } GrazePiecePhase;

/*
 * Both, from `from` to `to` in the course's time. `reach`: the sum of the radii that inflate them.
 */
typedef struct {
    GrazeActivePiece a, b;
    double from, to, reach;
} GrazePieceInterval;

/* Two bodies, the base and sense of time (1 or -1) and the leg last looked at. */
typedef struct {
    const GrazeMovingBody *a, *b;
    double base, sense;
    GrazePieceInterval interval;
    bool has_interval;
} GrazeRelativeMotion;

/*
 * An instant: Taylor coefficients in the course's time, about it.
 *   x, y              from A's pivot to B's pivot, degree `move`
 *   turn_a, turn_b    headings, degree `turn`
 *   pose_a, pose_b    of the bodies' origins, seen from A's pivot
 *   error             how far off any dot product of a place with a unit vector can be: GRAZE_MOTION_ERROR of
 *                     all that goes into it
 */
typedef struct {
    double time;
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS];
    double angle_a[GRAZE_PIECE_TERMS], angle_b[GRAZE_PIECE_TERMS];
    int32_t position_degree, angle_degree;
    GrazePose pose_a, pose_b;
    double error;
} GrazeMotionState;

/*
 * The largest magnitudes over the next `span` of time.
 *   speed, acceleration   of B's pivot seen from A's
 *   turn_a, angular_acceleration_a       |theta'| and |theta''| of A; the same of B; and of B as seen from A
 */
typedef struct {
    double speed, acceleration;
    double angular_velocity_a, angular_acceleration_a, angular_velocity_b, angular_acceleration_b,
        angular_velocity_ab, angular_acceleration_ab;
} GrazeRateBounds;

/*
 * Degree of the acceleration of one pivot as seen from a body that turns: w^2 d has 2 (degree - 1)
 * + degree.
 */
enum { GRAZE_FRAME_ACCELERATION_DEGREE = 3 * (GRAZE_PIECE_TERMS - 1) - 2 };

/*
 * Acceleration of B's pivot relative to A's in a frame that turns with heading theta, w = theta',
 * as polynomials of the time since the instant. With D = R(-theta) d,
 *
 *   |D''| = |d'' - 2 w J d' - (w^2 + w' J) d|
 *
 * J a quarter turn. The sum is taken before its magnitude: bodies that turn as one have D'' = 0,
 * where the magnitudes of its terms add up to 4 w^2 |d|.
 */
typedef struct {
    double x[GRAZE_FRAME_ACCELERATION_DEGREE + 1], y[GRAZE_FRAME_ACCELERATION_DEGREE + 1];
    int32_t degree;
} GrazeFrameAcceleration;

ALWAYS_INLINE bool graze_is_uniform(const GrazeActivePiece* active)
{
    return !active->is_staying && active->position_degree <= 1 && active->angle_degree <= 1;
}

void graze_relative_motion_init(GrazeRelativeMotion* motion, const GrazeMovingBody* a,
                                const GrazeMovingBody* b, double base, double sense);

/*
 * Moves the base to the double of the caller's clock next to `time`. Returns the same instant,
 * exactly, as seen from there. Places near it are then as exact as the times of their pieces.
 */
double graze_relative_motion_rebase(GrazeRelativeMotion* motion, double time);

/*
 * Returns whether something moves in the leg whose place is known much better from a base at
 * `time`.
 */
bool graze_relative_motion_gains_from_rebase(const GrazeRelativeMotion* motion, double time);

/* The leg that holds `time`, and goes on from it unless the course ends there. */
const GrazePieceInterval* graze_relative_motion_find_interval(GrazeRelativeMotion* motion,
                                                              double time);

/* The track of a piece, but for its offset. */
void graze_active_piece_init(const GrazeMovingBody* body, const GrazePiece* piece,
                             GrazePiecePhase phase, GrazeActivePiece* active);

/* The bodies at a time of the leg: all but the poses, which take sines; and those as well. */
void graze_motion_state_expand(const GrazeRelativeMotion* motion, double time,
                               GrazeMotionState* out);
void graze_motion_state_compute_poses(const GrazePieceInterval* interval, GrazeMotionState* state);

/* The poses of an instant that has its places, by the sines and cosines of both headings. */
void graze_motion_state_set_poses(const GrazePieceInterval* interval, GrazeMotionState* state,
                                  const double* sin, const double* cos);

void graze_motion_state_evaluate(const GrazeRelativeMotion* motion, double time,
                                 GrazeMotionState* out);

/* Where A's pivot is in the world. */
GrazeVec graze_motion_state_world_pivot(const GrazeRelativeMotion* motion,
                                        const GrazeMotionState* state);

void graze_compute_rate_bounds(const GrazeMotionState* state, double span, GrazeRateBounds* out);

/*
 * Computes the acceleration seen in the frame that turns with `angle_terms`, the Taylor
 * coefficients turn_a or turn_b.
 */
void graze_compute_frame_acceleration(const GrazeMotionState* state, const double* angle_terms,
                                      GrazeFrameAcceleration* out);

/*
 * Returns an upper bound of its magnitude over the next `span`. `turn` and `angular_acceleration`:
 * bounds of |w| and |w'| there, by which the rounding of what cancels is bounded.
 */
double graze_frame_acceleration_bound(const GrazeFrameAcceleration* frame_acceleration,
                                      const GrazeMotionState* state, const GrazeRateBounds* rates,
                                      double turn, double angular_acceleration, double span);

/*
 * The piece of a motion at time t since the base (the later of two that meet there, or the
 * earlier), and whether it is held.
 */
const GrazePiece* graze_find_piece(const GrazeMovingBody* body, double base, double t,
                                   bool is_later, bool* is_staying);

/*
 * Returns whether the body is there for ever and holds one place. Then its clock says nothing.
 * O(1): with more than 16 pieces it counts as moving.
 */
bool graze_is_static(const GrazeMovingBody* body);

/* How far a vertex is from a point of the body's frame, at most. */
double graze_radius_about(const GrazeShape* shape, double x, double y);

/* A polynomial at s; and the sum of the magnitudes of its terms. */
double graze_poly(const double* c, double s);
double graze_poly_magnitude(const double* c, double s);

/* Returns an upper bound of the magnitude of a polynomial no further than `span` away from 0. */
double graze_poly_bound(const double* c, int32_t degree, double span);

/*
 * Taylor coefficients about s of a polynomial of that degree, without its constant term: how far it
 * has gone.
 */
void graze_poly_taylor(const double* c, int32_t degree, double s, double* out);

/* Largest magnitudes of the first and second derivative no further than `span` away from 0. */
void graze_poly_derivative_bounds(const double* c, int32_t degree, double span, double* first,
                                  double* second);

#endif
