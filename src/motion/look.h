/* Two moving bodies at an instant: how far apart they are, and how long they surely stay so. */
#ifndef GRAZE_MOTION_LOOK_H
#define GRAZE_MOTION_LOOK_H

#include "../gjk/search.h"
#include "slab.h"

/*
 *   at       the instant
 *   gap      signed separation, off by at most at.error; while the cores are apart, a slab of that
 *            thickness has the normal `normal`
 *   carrier  whose edge is nearest; GRAZE_STILL where two vertices are, or the cores meet
 *   is_deep  the cores meet; then on_a and on_b are the points that would come together last, as of
 *            GrazePenetration
 */
typedef struct {
    GrazeInstant at;
    double gap;
    GrazeVec normal;
    GrazeCarrier carrier;
    bool is_deep;
    GrazeVec on_a, on_b;
} GrazeLook;

/*
 * Where the last search ended: vertices of A and B as the search numbered them. And, where that was a vertex before an
 * edge (`carrier` says whose): the edge in its body's frame, from the pivot of `piece`.
 */
typedef struct {
    GrazeCsoPoint point[2];
    int32_t count;
    bool swapped;
    GrazeCarrier carrier;
    const GrazePiece* piece;
    GrazeVec from, edge, normal; /* unit, outward */
} GrazeHint;

/* Keeps the owner's edge that begins at vertex `first`. */
void graze_keep_edge(const GrazeCourse* course, GrazeCarrier carrier, int32_t first,
                     GrazeHint* hint);

/* Fills in all but `at`, which is an instant of the course's leg. */
void graze_look(const GrazeCourse* course, GrazeHint* hint, GrazeLook* out);

/*
 * The same without a search, for an instant soon after: true, and `out` filled in, when a vertex is still before the
 * hint's edge, or is surely within the edge's body. Then the gap is below -at.error, but not the depth.
 */
bool graze_look_again(const GrazeCourse* course, const GrazeHint* hint, GrazeLook* out);

/*
 * Chooses the carrier of the slab: the body whose edge is nearest, whose slab closes when the bodies meet there. Between two
 * vertices there is no such body, and the slab stands still: on the whole the others hold no longer there. But where both
 * turn nearly as one, and less happens as one of them sees it, that one carries it.
 */
GrazeCarrier graze_carrier_for(const GrazeLook* look, const GrazeRates* rates,
                               const GrazeBends* bends);

/* How fast the separation can change. */
double graze_largest_speed(const GrazeLeg* leg, const GrazeRates* rates);

/*
 * How long from there on, at most `span`, the signed separation surely stays above -allowance; 0 where it
 * may not even be so now. `method`: all slabs (GRAZE_METHOD_CERTIFIED), or the largest speed only. `landing`: how
 * much later than that it can be before the slab that held longest has closed, for a straight guess at contact.
 */
double graze_look_hold(const GrazeCourse* course, const GrazeLook* look, double span,
                       double allowance, GrazeContactMethod method, double* landing);

/* Returns how long the discs about both pivots stay more than `least` apart, at most `span`; 0 when they are not, or nearly
   not. Of the instant only the places are read. */
double graze_discs_hold(const GrazeLeg* leg, const GrazeInstant* at, double least, double span);

/* How long from there on, at most `span`, the bodies surely stay within `slack` of contact; 0 where they are not. The
   hint is that of the look. */
double graze_look_stay(const GrazeCourse* course, const GrazeHint* hint, const GrazeLook* look,
                       double span, double slack);

#endif
