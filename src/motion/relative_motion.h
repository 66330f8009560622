/*
 * The relative motion of two bodies as polynomials: the time interval in which each follows one
 * piece of its motion, and the state of the bodies at an instant of it.
 *
 * A relative motion has a time of its own, so that late clocks lose no precision: the time since
 * `base`, or its negative if the motion runs backward. All times here are of this kind, unless they
 * are called times since the base.
 */
#ifndef GRAZE_MOTION_RELATIVE_MOTION_H
#define GRAZE_MOTION_RELATIVE_MOTION_H

#include "../base/polynomial.h"
#include "../tolerance.h"
#include "piece.h"

/*
 * One body while it follows one piece, or stays at one pose.
 *
 *   piece            its polynomials, of the time since the begin of the piece
 *   offset           that time minus the time since the base
 *   offset_rest      what rounding has left out of the offset
 *   stay_time        the time since the begin of the piece, while the body stays
 *   position_degree  degree in x and y; 0 while it stays. angle_degree: in the angle
 *   radius           largest distance of a vertex from the pivot
 */
typedef struct {
    const GrazeShape* shape;
    GrazePieceView piece;
    double offset, offset_rest, stay_time;
    int32_t position_degree, angle_degree;
    bool is_staying;
    double radius;
} GrazeActivePiece;

/* A body moves, or stays at the begin of its first piece or at the end of its last. */
typedef enum { GRAZE_PHASE_MOVING, GRAZE_PHASE_BEFORE, GRAZE_PHASE_AFTER } GrazePiecePhase;

/*
 * The inflation of one body.
 *
 *   terms   GRAZE_INFLATION_TERMS coefficients of r; NULL if the body has none
 *   degree  degree in time; 0 while the body stays at an end of its motion
 *   offset  time since the begin of the motion minus the time since the base
 *   time    the time since the begin of the motion, while the body stays
 */
typedef struct {
    const double* terms;
    int32_t degree;
    bool is_staying;
    double offset, time;
} GrazeActiveInflation;

/*
 * Both bodies from `from` to `to`, each on one piece. `reach` is the sum of the rounding radii,
 * without the inflations. `free_until` is a time from the base on up to which graze_straight_contact
 * has found that they have no contact, else 0.
 */
typedef struct {
    GrazeActivePiece a, b;
    double from, to, reach, free_until;
    bool is_inflated;
    GrazeActiveInflation inflation[2];
} GrazePieceInterval;

/* Two bodies, the base and the sense of time (1 or -1), and the interval last used. */
typedef struct {
    const GrazeMovingBody *a, *b;
    double base, sense;
    GrazePieceInterval interval;
    bool has_interval;
} GrazeRelativeMotion;

/*
 * The state at an instant, by Taylor coefficients about it.
 *
 *   x, y              from A's pivot to B's pivot, of degree position_degree
 *   angle_a, angle_b  angles of the bodies, of degree angle_degree
 *   inflation         sum of the inflations of both bodies, of degree inflation_degree
 *   pose_a, pose_b    poses of the bodies' origins, relative to A's pivot
 *   error             maximum error of the dot product of a position with a unit vector:
 *                     GRAZE_MOTION_ERROR of all terms that contribute to it, and of those of the
 *                     inflation
 */
typedef struct {
    double time;
    double x[GRAZE_PIECE_TERMS], y[GRAZE_PIECE_TERMS];
    double angle_a[GRAZE_PIECE_TERMS], angle_b[GRAZE_PIECE_TERMS];
    double inflation[GRAZE_INFLATION_TERMS];
    int32_t position_degree, angle_degree, inflation_degree;
    GrazePose pose_a, pose_b;
    double error;
} GrazeMotionState;

/*
 * Upper bounds of magnitudes over the next `span` of time.
 *
 *   speed, acceleration    of B's pivot relative to A's
 *   angular_velocity_a, angular_acceleration_a
 *                          |angle'| and |angle''| of A; `_b` of B, `_ab` of B relative to A
 *   inflation_speed, inflation_acceleration
 *                          |r'| and |r''| of the sum r of the inflations
 */
typedef struct {
    double speed, acceleration;
    double angular_velocity_a, angular_acceleration_a, angular_velocity_b, angular_acceleration_b,
        angular_velocity_ab, angular_acceleration_ab;
    double inflation_speed, inflation_acceleration;
} GrazeRateBounds;

/*
 * Degree of the acceleration of a pivot in a rotating frame: w^2 d has degree 2 (degree - 1) +
 * degree.
 */
enum { GRAZE_FRAME_ACCELERATION_DEGREE = 3 * (GRAZE_PIECE_TERMS - 1) - 2 };

/*
 * Acceleration of B's pivot relative to A's in a frame that rotates with angle theta, w = theta',
 * as polynomials of the time since the instant. With D = R(-theta) d,
 *
 *   |D''| = |d'' - 2 w J d' - (w^2 + w' J) d|
 *
 * with J a quarter turn. The sum is taken before its magnitude: bodies that rotate alike have D'' =
 * 0, where the magnitudes of its terms add up to 4 w^2 |d|.
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
 * Moves the base to the double of the caller's clock nearest to `time`. Returns the same instant,
 * exactly, as a time relative to the new base. Positions near it are then as precise as the times
 * of the pieces allow.
 */
double graze_relative_motion_rebase(GrazeRelativeMotion* motion, double time);

/* Returns whether positions at `time` would have much smaller errors if the base were there. */
bool graze_relative_motion_gains_from_rebase(const GrazeRelativeMotion* motion, double time);

/* Sets the interval last used. */
static inline void graze_relative_motion_set_interval(GrazeRelativeMotion* motion,
                                                      const GrazePieceInterval* interval)
{
    motion->interval = *interval;
    motion->has_interval = true;
}

/*
 * Returns the interval that contains `time` and continues after it, unless the motion ends there.
 */
const GrazePieceInterval* graze_relative_motion_find_interval(GrazeRelativeMotion* motion,
                                                              double time);

/* Sets all fields of an active piece but its offset, which counts as exact. */
void graze_active_piece_init(const GrazeMovingBody* body, GrazePieceView piece,
                             GrazePiecePhase phase, GrazeActivePiece* active);

/*
 * Compute the state at a time of the interval. `expand` computes all but the poses, which need
 * sines and cosines; `compute_poses` computes those.
 */
void graze_motion_state_expand(const GrazeRelativeMotion* motion, double time,
                               GrazeMotionState* out);
void graze_motion_state_compute_poses(const GrazePieceInterval* interval, GrazeMotionState* state);

/* Sets the poses of a state that has its positions, from the sines and cosines of both angles. */
void graze_motion_state_set_poses(const GrazePieceInterval* interval, GrazeMotionState* state,
                                  const double* sin, const double* cos);

void graze_motion_state_evaluate(const GrazeRelativeMotion* motion, double time,
                                 GrazeMotionState* out);

/*
 * Returns the angle of a piece at s after its begin, with the sum of the magnitudes of its terms
 * there: if that is above GRAZE_PLAIN_ANGLE, less whole turns, so that its error does not grow with
 * them.
 */
double graze_angle_at(GrazePieceView piece, double s, double terms);

/* Returns the angle of a body at t since the base, less whole turns. */
double graze_turned_angle(const GrazeActivePiece* active, double t);

/* Returns the sum of the terms of the angle of a body that moves uniformly, at t since the base. */
ALWAYS_INLINE double graze_uniform_angle_terms(const GrazeActivePiece* active, double t)
{
    double span = fabs(t + active->offset) + fabs(active->offset);
    return fabs(piece_angle(active->piece)[1]) * span + fabs(piece_angle(active->piece)[0]);
}

/* Returns the angle of such a body, less whole turns if it has made many. */
ALWAYS_INLINE double graze_uniform_angle(const GrazeActivePiece* active, double t)
{
    const double* angle = piece_angle(active->piece);
    if (graze_uniform_angle_terms(active, t) > GRAZE_PLAIN_ANGLE)
        return graze_turned_angle(active, t);
    return angle[1] * (t + active->offset) + angle[0];
}

/* Returns the position of A's pivot in the world. */
GrazeVec graze_motion_state_world_pivot(const GrazeRelativeMotion* motion,
                                        const GrazeMotionState* state);

void graze_compute_rate_bounds(const GrazeMotionState* state, double span, GrazeRateBounds* out);

/*
 * Computes the acceleration of B's pivot relative to A's in the frame that rotates with
 * `angle_terms`, the Taylor coefficients angle_a or angle_b.
 */
void graze_compute_frame_acceleration(const GrazeMotionState* state, const double* angle_terms,
                                      GrazeFrameAcceleration* out);

/*
 * Returns an upper bound of the acceleration's magnitude over the next `span`. `angular_velocity`
 * and `angular_acceleration` are bounds of |w| and |w'| there, which bound the terms that cancel,
 * and with that their rounding error.
 */
double graze_frame_acceleration_bound(const GrazeFrameAcceleration* frame_acceleration,
                                      const GrazeMotionState* state, const GrazeRateBounds* rates,
                                      double angular_velocity, double angular_acceleration,
                                      double span);

/*
 * Returns the index of the piece of a motion at time t since the base, and whether the body stays
 * then. Where two pieces meet, returns the later or the earlier one.
 */
int32_t graze_find_piece(const GrazeMovingBody* body, double base, double t, bool is_later,
                         bool* is_staying);

/*
 * Returns whether a body is always present at one pose: then it does not matter what time its clock
 * shows. O(1): a body with more than 16 pieces counts as moving.
 */
bool graze_is_static(const GrazeMovingBody* body);

/* Returns the inflation of a body at time t. */
double graze_inflation_at(const GrazeMovingBody* body, double t);

/* Returns an upper bound of the inflation of a body at any time: the magnitudes of its terms. */
double graze_inflation_bound(const GrazeMovingBody* body);

/* Returns an upper bound of the sum of the inflations during the next `span`. */
double graze_max_inflation(const GrazeMotionState* state, double span);

/* Returns an upper bound of the distance of the vertices from a point of the body's frame. */
double graze_radius_about(const GrazeShape* shape, double x, double y);

#endif
