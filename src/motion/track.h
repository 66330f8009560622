/*
 * Two moving bodies as polynomials: the stretch of time in which each follows one piece of its motion, and what is
 * known of them at an instant of it.
 *
 * A course has a time of its own: that since the caller's `base`, forwards, or backwards and then negative. So clocks
 * that have run for long cost no precision. Everything here is in the course's time.
 */
#ifndef GRAZE_MOTION_TRACK_H
#define GRAZE_MOTION_TRACK_H

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
    double offset, held;
    int32_t move, turn;
    bool is_held;
    double radius;
} GrazeTrack;

/* Does a body move, or is it kept where its piece begins, or ends? */
typedef enum { GRAZE_MOVING, GRAZE_KEPT_FIRST, GRAZE_KEPT_LAST } GrazeKept;

/* Both, from `from` to `to` in the course's time. `reach`: the sum of the radii that inflate them. */
typedef struct {
    GrazeTrack a, b;
    double from, to, reach;
} GrazeLeg;

/* Two bodies, the base and sense of time (1 or -1) and the leg last looked at. */
typedef struct {
    const GrazeMover *a, *b;
    double base, sense;
    GrazeLeg leg;
    bool has_leg;
} GrazeCourse;

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
    double turn_a[GRAZE_PIECE_TERMS], turn_b[GRAZE_PIECE_TERMS];
    int32_t move, turn;
    GrazePose pose_a, pose_b;
    double error;
} GrazeInstant;

/*
 * The largest magnitudes over the next `span` of time.
 *   speed, acceleration   of B's pivot seen from A's
 *   turn_a, twist_a       |theta'| and |theta''| of A; the same of B; and of B as seen from A
 */
typedef struct {
    double speed, acceleration;
    double turn_a, twist_a, turn_b, twist_b, turn_ab, twist_ab;
} GrazeRates;

HOT bool graze_is_uniform(const GrazeTrack* track)
{
    return !track->is_held && track->move <= 1 && track->turn <= 1;
}

void graze_course_init(GrazeCourse* course, const GrazeMover* a, const GrazeMover* b, double base,
                       double sense);

/* The leg that holds `time`, and goes on from it unless the course ends there. */
const GrazeLeg* graze_course_leg(GrazeCourse* course, double time);

/* The track of a piece, but for its offset. */
void graze_track(const GrazeMover* mover, const GrazePiece* piece, GrazeKept kept,
                 GrazeTrack* track);

/* The bodies at a time of the leg: all but the poses, which take sines; and those as well. */
void graze_instant_place(const GrazeCourse* course, double time, GrazeInstant* out);
void graze_instant_pose(const GrazeLeg* leg, GrazeInstant* at);

/* The poses of an instant that has its places, by the sines and cosines of both headings. */
void graze_instant_turn(const GrazeLeg* leg, GrazeInstant* at, const double* sin,
                        const double* cos);

void graze_instant(const GrazeCourse* course, double time, GrazeInstant* out);

/* Where A's pivot is in the world. */
GrazeVec graze_instant_home(const GrazeCourse* course, const GrazeInstant* at);

void graze_rates(const GrazeInstant* at, double span, GrazeRates* out);

/* The piece of a motion at time t since the base (the later of two that meet there, or the earlier), and whether it is
   held. */
const GrazePiece* graze_piece_at(const GrazeMover* mover, double base, double t, bool is_later,
                                 bool* is_held);

/* How far a vertex is from a point of the body's frame, at most. */
double graze_radius_about(const GrazeShape* shape, double x, double y);

/* A polynomial at s; and the sum of the magnitudes of its terms. */
double graze_poly(const double* c, double s);
double graze_poly_size(const double* c, double s);

/* Taylor coefficients about s of a polynomial of that degree, without its constant term: how far it has gone. */
void graze_poly_about(const double* c, int32_t degree, double s, double* out);

/* Largest magnitudes of the first and second derivative no further than `span` away from 0. */
void graze_poly_rates(const double* c, int32_t degree, double span, double* first, double* second);

#endif
