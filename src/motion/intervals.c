#include "intervals.h"

#include "../advancement/interval_search.h"
#include "../tolerance.h"
#include "convex_pair.h"
#include "straight_contact.h"

int32_t graze_convex_contact_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                                       const GrazeMotionOptions* options, GrazeInterval* out,
                                       int32_t capacity, int32_t* iterations)
{
    GrazeMotionOptions certified = *options;
    certified.method = GRAZE_METHOD_CERTIFIED;
    /* Closed forms come first, as in graze_contact_bracket, whose bits the first interval has. */
    GrazeContactBracket known;
    GrazePieceInterval room;
    const GrazePieceInterval* interval;
    bool is_known = graze_straight_contact(a, b, &certified, &room, &interval, &known.status,
                                           &known.lo, &known.hi);
    *iterations += 1;
    if (is_known && known.status == GRAZE_CONTACT_FREE) return 0;
    if (!graze_motion_window(a, b, &certified.from, &certified.to)) return 0;
    GrazeConvexPair pairs[GRAZE_PAIR_STATES];
    GrazeAdvancement forward;
    graze_convex_pair_init(&forward, pairs, a, b, &certified);
    double start = 0;
    if (interval != NULL) {
        graze_relative_motion_set_interval(&pairs->motion, interval);
        start = interval->free_until;
        if (!is_known && start > 0) graze_advancement_count_evaluation(&forward, 0);
    }
    return graze_search_intervals(&forward, start, is_known ? &known : NULL, out, capacity,
                                  iterations);
}
