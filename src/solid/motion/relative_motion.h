/*
 * The relative motion of two bodies in space: the time interval in which each link of both chains
 * follows one piece of its motion, and the state of the bodies at an instant of it.
 *
 * Times are those of src/advancement: since `base`, or the negative of that if time runs backward.
 * Links that both chains have in common are left out: the frame of the last of them is the world of
 * the pair. A chain without other links is a body at rest there.
 */
#ifndef GRAZE_SOLID_MOTION_RELATIVE_MOTION_H
#define GRAZE_SOLID_MOTION_RELATIVE_MOTION_H

#include "../../base/polynomial.h"
#include "../../tolerance.h"
#include "../pair.h"

/*
 * A link while it follows one piece, or stays at one pose.
 *
 *   offset           time since the begin of the piece, less the time since the base
 *   offset_rest      what rounding has left out of the offset
 *   stay_time        the time since the begin of the piece, while it stays
 *   position_degree  degree of x, y and z; 0 while it stays. angle_degree: of the angle
 */
typedef struct {
    const GrazeSolidPiece* piece;
    double offset, offset_rest, stay_time;
    int32_t position_degree, angle_degree;
    bool is_staying;
} SolidLink;

/*
 * A body whose links, from the outermost on, each follow one piece; `pivot` is that of its own
 * motion, 0 without links, and `radius` the largest distance of a vertex from it. `clock_rate` is the
 * rate of the time of all links: 1, unless the bodies have a clock each.
 */
typedef struct {
    const GrazeSolid* solid;
    SolidLink link[GRAZE_SOLID_MAX_LINKS];
    int32_t count;
    GrazeVec3 pivot;
    double radius, clock_rate;
} SolidChain;

/* Both bodies from `from` to `to`; `reach` is the sum of their radii. */
typedef struct {
    SolidChain chain[2];
    double from, to, reach;
} SolidInterval;

/*
 *   motions           motions of each chain, from the outermost one that is not common to the
 *                     body's own; motion_counts: their numbers
 *   common            the innermost motion that is common to both; NULL: none
 *   base, sense       base and sense of time, 1 or -1
 *   interval          the interval last used
 */
typedef struct {
    const GrazeMovingSolid* body[2];
    const GrazeSolidMotion* motions[2][GRAZE_SOLID_MAX_LINKS];
    int32_t motion_counts[2];
    const GrazeSolidMotion* common;
    double base, sense;
    SolidInterval interval;
    bool has_interval;
} SolidRelativeMotion;

/*
 * A body at an instant, in the world of the pair.
 *
 *   velocity, acceleration  of its pivot
 *   spin, spin_rate         angular velocity and acceleration
 *   axis      unit vector along which the angular velocity stays, with one link; else 0
 *   rotation  matrix, column by column
 *   arm       for each link the distance from its pivot to the pivot of the next one
 */
typedef struct {
    GrazeVec3 velocity, acceleration, spin, spin_rate, axis;
    double rotation[9];
    double arm[GRAZE_SOLID_MAX_LINKS];
} SolidBodyState;

/*
 * The state at an instant.
 *
 *   root   Taylor polynomials, of degree `degree`, of B's outermost pivot less that of A's, but
 *          that the constant terms are those of d
 *   d      from A's pivot to B's; `velocity` and `acceleration` are its derivatives
 *   pose   poses of the bodies, relative to A's pivot
 *   error  maximum error of the dot product of a placed point of A - B with a unit vector:
 *          GRAZE_SOLID_ARM_ERROR of arms and GRAZE_SOLID_PLACE_ERROR of the other terms in it
 */
typedef struct {
    double time;
    double root[3][GRAZE_PIECE_TERMS];
    int32_t degree;
    SolidBodyState body[2];
    GrazeVec3 d, velocity, acceleration;
    GrazeSolidPose pose[2];
    double error;
} SolidMotionState;

/*
 * Upper bounds of magnitudes over the next `span`, or the last one, of one body: of what its links
 * add to the motion of its outermost pivot.
 *
 *   speed, acceleration  of its pivot relative to the outermost one
 *   spin, spin_rate      |w| and |w'|
 */
typedef struct {
    double speed, acceleration, spin, spin_rate;
} SolidBodyRates;

/* The same of both, and the speed and acceleration of `root`, and |w_B' - w_A'|. */
typedef struct {
    SolidBodyRates body[2];
    double root_speed, root_acceleration, relative_spin_rate;
} SolidRates;

/* Returns whether a motion of at most 16 pieces is at one pose for all time, without its parents.
   */
bool graze_solid_is_static(const GrazeSolidMotion* motion);

/* Returns the degree of a polynomial of GRAZE_PIECE_TERMS coefficients. */
int32_t graze_solid_degree(const double* c);

/* Prepares the relative motion of two bodies; `b` is NULL for that of one body in the world. */
void graze_solid_relative_motion_init(SolidRelativeMotion* motion, const GrazeMovingSolid* a,
                                      const GrazeMovingSolid* b, double base, double sense);

/* Sets the body of a chain, and the pivot and the radius, from the piece of its own motion. */
void graze_solid_chain_set_body(SolidChain* chain, const GrazeSolid* solid);

/* Returns the degree of the position of a piece. */
int32_t graze_solid_position_degree(const GrazeSolidPiece* piece);

/* Returns the interval that contains `time` and continues after it, unless the motion ends there.
   */
const SolidInterval* graze_solid_find_interval(SolidRelativeMotion* motion, double time);

/* Returns whether positions at `time` would have much smaller errors if the base were there. */
bool graze_solid_gains_from_rebase(const SolidRelativeMotion* motion, double time);

/* Computes the state at a time of the interval. */
void graze_solid_state_evaluate(const SolidRelativeMotion* motion, double time,
                                SolidMotionState* out);

/* Returns the position of A's pivot in the world of the pair. */
GrazeVec3 graze_solid_pivot_position(const SolidRelativeMotion* motion, double time);

/* Computes bounds of the rates of one body at most `span` away from time t since the base. */
void graze_solid_body_rates(const SolidChain* chain, const SolidBodyState* state, double t,
                            double span, SolidBodyRates* out);

/* Computes bounds of the rates at most `span` away from the instant of a state. */
void graze_solid_compute_rates(const SolidRelativeMotion* motion, const SolidMotionState* state,
                               double span, SolidRates* out);

/* Returns an upper bound of the rate at which the separation can change. */
double graze_solid_largest_speed(const SolidInterval* interval, const SolidRates* rates);

/* Returns whether a chain turns its body, so that vertices move other than its pivot. */
bool graze_solid_is_turning(const SolidChain* chain);

/* Bounds of no part of a motion. */
#define SOLID_NO_BOUNDS                                                                            \
    {                                                                                              \
        .box = { {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY} }               \
    }

/* Extends bounds, which may be of no part, by those of one body in the world from one time of the
   relative motion to another, each time span in this number of parts; defined in motion.c. */
void graze_solid_extend_bounds(SolidRelativeMotion* motion, double from, double to, int32_t parts,
                               GrazeSolidMotionBounds* out);

/* Return R v, and R^T v, for a rotation by columns. */
ALWAYS_INLINE GrazeVec3 solid_rotate(const double r[9], GrazeVec3 v)
{
    return vec3((r[0] * v.x + r[3] * v.y) + r[6] * v.z, (r[1] * v.x + r[4] * v.y) + r[7] * v.z,
                (r[2] * v.x + r[5] * v.y) + r[8] * v.z);
}

ALWAYS_INLINE GrazeVec3 solid_rotate_back(const double r[9], GrazeVec3 v)
{
    return vec3((r[0] * v.x + r[1] * v.y) + r[2] * v.z, (r[3] * v.x + r[4] * v.y) + r[5] * v.z,
                (r[6] * v.x + r[7] * v.y) + r[8] * v.z);
}

#endif
