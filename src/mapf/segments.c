/* Many pairs of moving discs that are told one by one. */
#include "approach_lanes.h"

/* Are a segment's numbers good? A NaN is not below anything. */
static bool is_good(const GrazeSegments* segments, uint32_t index)
{
    GrazeSegmentLanes s = graze_segment_lanes(segments, index);
    const Doubles most = doubles_both(GRAZE_MAX_MAGNITUDE);
    DoublesMask good = (doubles_abs(s.place) <= most) & (doubles_abs(s.velocity) <= most) &
                       (doubles_abs(s.times) <= most) &
                       (doubles_lower(s.times, doubles_both(0)) <=
                        doubles_upper(s.times, doubles_both(s.radius))) &
                       (doubles_both(s.radius) <= most);
    return doubles_where(good) == 3;
}

static GrazeSegment segment_at(const GrazeSegments* segments, uint32_t index)
{
    GrazeSegmentLanes s = graze_segment_lanes(segments, index);
    return (GrazeSegment){s.place[0], s.place[1], s.velocity[0], s.velocity[1],
                          s.times[0], s.times[1], s.radius};
}

GrazeStatus graze_segments_check(const GrazeSegments* segments, int32_t first, int32_t count,
                                 int32_t* culprit)
{
    for (int32_t k = first; k < first + count; k++) {
        if (is_good(segments, (uint32_t)k)) continue;
        GrazeSegment bad = segment_at(segments, (uint32_t)k);
        *culprit = k;
        return graze_segment_check(&bad);
    }
    return GRAZE_OK;
}

/* Writes the answer in one lane as that of pair k. */
HOT void write_pair(const GrazeConflictBatch* out, int32_t k, uint32_t verdict, Doubles interval,
                    Doubles clearance)
{
    out->verdicts[k] = (uint8_t)verdict;
    doubles_store(out->intervals + 2 * (size_t)k, interval);
    doubles_store(out->clearances + 2 * (size_t)k, clearance);
}

int32_t graze_segments_conflicts(const GrazeSegments* segments, int32_t count,
                                 const GrazeConflictBatch* out)
{
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k += 2) {
        /* The last of an odd number goes twice. */
        int32_t other = k + 1 < count ? k + 1 : k;
        const uint32_t* one = out->pairs + 2 * (size_t)k;
        const uint32_t* two = out->pairs + 2 * (size_t)other;
        GrazeTwoSegments a = graze_two_segments(segments, one[0], two[0]);
        GrazeTwoSegments b = graze_two_segments(segments, one[1], two[1]);
        GrazeTwoApproaches both = graze_two_approaches(&a, &b);
        Doubles lo = doubles_both(INFINITY);
        Doubles hi = -lo;
        uint32_t meet = doubles_where(both.meet);
        uint32_t deep = meet & doubles_where(both.gap < 0);
        if (meet != 0) {
            Doubles begin;
            Doubles end;
            graze_two_stretches(&both, &begin, &end);
            lo = doubles_pick(both.meet, begin, lo);
            hi = doubles_pick(both.meet, end, hi);
        }
        Doubles gap = graze_two_clearances(&both);
        Doubles time = doubles_keep(two_times(&both, both.s), both.exists);
        write_pair(out, other, (meet >> 1) + (deep >> 1), doubles_upper(lo, hi),
                   doubles_upper(gap, time));
        write_pair(out, k, (meet & 1) + (deep & 1), doubles_lower(lo, hi),
                   doubles_lower(gap, time));
        contacts += (int32_t)((meet & 1) + (other > k ? meet >> 1 : 0));
    }
    return contacts;
}
