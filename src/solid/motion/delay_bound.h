/*
 * Separation bounds of two bodies in space with a clock each: a bound of separation_bound.h as a
 * function of the times s and t by which A and B are later than at an instant.
 *
 * n turns with both clocks: m(s, t) = Q_A(s) Q_B(t) n, where Q_A turns by |W_A| s about W_A, and Q_B
 * by |W_B| t about W_B, which are perpendicular to n. In the frame that turns with Q_A Q_B, n is
 * fixed, and F_n is the minimum of functions f = m . P - reach, one for each pair of vertices, of
 * P = d + r_B - r_A with d = q(t) - p(s) from A's pivot to B's. With V = Q_A(s) W_B,
 *
 *   m_s = W_A x m    m_ss = W_A x m_s    m_t = V x m    m_tt = V x m_t    m_st = W_A x m_t
 *
 *   f_ss = m_ss . P + 2 m_s . P_s + m . P_ss
 *   f_tt = m_tt . P + 2 m_t . P_t + m . P_tt
 *   f_st = m_st . P + m_s . P_t + m_t . P_s
 *
 * In f_ss the terms of r_A are those of a normal that turns with W_A alone, as there; those of r_B
 * are m_ss . r_B. In f_tt it is the other way round, and the normal turns with V, which is at most
 * |W_A| |s| |W_B| from W_B. So f is not below its linear part by more than
 *
 *   (c_aa s^2 + 2 c_ab |s t| + c_bb t^2) / 2
 *
 *   c_aa   |m . p''| + 2 |W_A| |p'| + |W_A|^2 (|d| + R_B) + (|e| |e x m| + |g x m|) R_A
 *   c_bb   the same with A and B exchanged, and V for W_B
 *   c_ab   |W_A| |W_B| (|d| + R_A + R_B) + |W_A| (|q'| + |w_B| R_B) + |W_B| (|p'| + |w_A| R_A)
 *
 * with the largest magnitudes in the region. 2 |s t| <= k s^2 + t^2 / k for any k > 0, so that the
 * subtracted part is convex.
 *
 * W_A is the turn that follows the edges of the nearest features as A moves alone, W_B that as B
 * does: both together are the turn of a common clock (graze_solid_normal_turn). A face turns the
 * normal by its own clock alone.
 */
#ifndef GRAZE_SOLID_MOTION_DELAY_BOUND_H
#define GRAZE_SOLID_MOTION_DELAY_BOUND_H

#include "../../advancement/delayed_pair.h"
#include "proximity.h"

/*
 * A separation bound at an instant of an interval. `level` includes the reach and the margin; slopes
 * and rates of directions are those by s and by t.
 *
 *   root      Taylor polynomials of each body's outermost pivot, without the constant terms
 *   radius    the radii of the bodies; 0 for balls, whose radii are in the level
 */
typedef struct {
    const SolidInterval* interval;
    const SolidMotionState* state;
    bool are_balls;
    GrazeVec3 normal, turn[2];
    double root[2][3][GRAZE_PIECE_TERMS];
    int32_t degree[2];
    double radius[2];
    double level, slope[2];
    GrazeVec3 dir[2], dir_rate[2][2];
} SolidDelayBound;

/* Initializes a bound of a kind, less `margin`; returns false as GrazeDelayFunctions defines it. */
bool graze_solid_delay_bound_init(const SolidInterval* interval, const SolidProximity* proximity,
                                  GrazeDelayBoundKind kind, double margin, SolidDelayBound* out);

void graze_solid_delay_bound_set_extent(const SolidDelayBound* bound, double width, double duration,
                                        GrazeDelayCurvatures* out);

void graze_solid_delay_bound_get_plane(const SolidDelayBound* bound, GrazeVec point,
                                       GrazeDelayPlane* out);

#endif
