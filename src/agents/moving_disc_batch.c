/* Batches of listed pairs of moving discs. */
#include "moving_disc_batch.h"

#include "../base/sort.h"
#include "../broadphase/sweep_and_prune.h"

/* Returns whether the numbers of a moving disc are valid. A comparison with NaN is false. */
static bool is_valid(const GrazeMovingDiscs* discs, uint32_t index)
{
    GrazeMovingDiscLanes s = graze_load_moving_disc(discs, index);
    const Doubles largest = doubles_splat(GRAZE_MAX_MAGNITUDE);
    DoublesMask valid = (doubles_abs(s.place) <= largest) & (doubles_abs(s.velocity) <= largest) &
                        (doubles_abs(s.times) <= largest) &
                        (doubles_lower(s.times, doubles_splat(0)) <=
                         doubles_upper(s.times, doubles_splat(s.radius))) &
                        (doubles_splat(s.radius) <= largest);
    return doubles_mask_bits(valid) == 3;
}

static GrazeMovingDisc read_moving_disc(const GrazeMovingDiscs* discs, uint32_t index)
{
    GrazeMovingDiscLanes s = graze_load_moving_disc(discs, index);
    return (GrazeMovingDisc){s.place[0], s.place[1], s.velocity[0], s.velocity[1],
                             s.times[0], s.times[1], s.radius};
}

GrazeStatus graze_moving_discs_check(const GrazeMovingDiscs* discs, int32_t first, int32_t count,
                                     int32_t* culprit)
{
    for (int32_t k = first; k < first + count; k++) {
        if (is_valid(discs, (uint32_t)k)) continue;
        GrazeMovingDisc bad = read_moving_disc(discs, (uint32_t)k);
        *culprit = k;
        return graze_moving_disc_check(&bad);
    }
    return GRAZE_OK;
}

/* Two moving discs, one per lane. */
typedef struct {
    Doubles x, y, vx, vy, t0, t1, radius;
} GrazeTwoMovingDiscs;

ALWAYS_INLINE GrazeTwoMovingDiscs load_two_discs(const GrazeMovingDiscs* discs, uint32_t i,
                                                 uint32_t j)
{
    GrazeMovingDiscLanes p = graze_load_moving_disc(discs, i);
    GrazeMovingDiscLanes q = graze_load_moving_disc(discs, j);
    return (GrazeTwoMovingDiscs){
        doubles_lower(p.place, q.place),       doubles_upper(p.place, q.place),
        doubles_lower(p.velocity, q.velocity), doubles_upper(p.velocity, q.velocity),
        doubles_lower(p.times, q.times),       doubles_upper(p.times, q.times),
        (Doubles){p.radius, q.radius}};
}

/* Returns |p x d| / |d| between the ends, and |p| or |e| at an end. */
ALWAYS_INLINE Doubles two_distances(const GrazeTwoApproaches* two, Doubles ee)
{
    DoublesMask is_first = two->s == 0;
    DoublesMask is_last = two->s == 1;
    Doubles square = doubles_pick(is_first, two->pp, doubles_pick(is_last, ee, two->dd));
    Doubles length = doubles_sqrt(square);
    return doubles_pick(is_first | is_last, length, two->cross / length);
}

ALWAYS_INLINE GrazeTwoApproaches approaches(const GrazeTwoMovingDiscs* a,
                                            const GrazeTwoMovingDiscs* b)
{
    GrazeTwoApproaches two;
    two.begin = doubles_max(b->t0, a->t0);
    two.end = doubles_min(a->t1, b->t1);
    two.exists = two.begin <= two.end;
    Doubles duration = two.end - two.begin;
    Doubles elapsed1 = two.begin - a->t0;
    Doubles elapsed2 = two.begin - b->t0;
    Doubles px = (a->x - b->x) + (a->vx * elapsed1 - b->vx * elapsed2);
    Doubles py = (a->y - b->y) + (a->vy * elapsed1 - b->vy * elapsed2);
    Doubles dx = (a->vx - b->vx) * duration;
    Doubles dy = (a->vy - b->vy) * duration;
    two.reach = a->radius + b->radius;
    /*
     * This is unit_scale: the size without its mantissa is the inverse of the scale. If all lengths
     * are 0, any scale is valid.
     */
    Doubles size = doubles_max(doubles_max(doubles_abs(px), doubles_abs(py)),
                               doubles_max(doubles_abs(dx), doubles_abs(dy)));
    size = doubles_max(doubles_max(size, two.reach), doubles_splat(DBL_MIN));
    two.size = (Doubles)((DoublesMask)size & INT64_C(0x7ff0000000000000));
    Doubles scale = (Doubles)(INT64_C(2046) * (INT64_C(1) << 52) - (DoublesMask)two.size);
    px *= scale;
    py *= scale;
    dx *= scale;
    dy *= scale;
    two.reach *= scale;
    two.pp = px * px + py * py;
    two.pd = px * dx + py * dy;
    two.dd = dx * dx + dy * dy;
    two.cross = doubles_abs(px * dy - py * dx);
    two.moves = two.dd >= GRAZE_MIN_MOTION_SQUARED;
    /* s is clamped to [0, 1]; without motion this may divide 0 by 0, but that value is not kept. */
    Doubles s = -two.pd / two.dd;
    s = doubles_pick(s < 0, doubles_splat(0), doubles_min(s, doubles_splat(1)));
    two.s = doubles_keep(s, two.moves);
    Doubles ex = px + dx;
    Doubles ey = py + dy;
    two.separation = two_distances(&two, ex * ex + ey * ey) - two.reach;
    two.in_contact = two.exists & (two.separation <= 0);
    return two;
}

void graze_two_approaches(const GrazeMovingDiscs* discs, const uint32_t one[2],
                          const uint32_t two[2], GrazeTwoApproaches* out)
{
    GrazeTwoMovingDiscs a = load_two_discs(discs, one[0], two[0]);
    GrazeTwoMovingDiscs b = load_two_discs(discs, one[1], two[1]);
    *out = approaches(&a, &b);
}

/* Writes the intervals of contact, valid in the lanes of pairs in contact. */
ALWAYS_INLINE void two_contact_spans(const GrazeTwoApproaches* two, Doubles* lo, Doubles* hi)
{
    Doubles h = two->pd;
    Doubles length = doubles_sqrt(two->pp);
    Doubles c = (length - two->reach) * (length + two->reach);
    Doubles span = doubles_sqrt(two->dd) * two->reach;
    Doubles root =
        doubles_sqrt(doubles_max(doubles_splat(0), (span - two->cross) * (span + two->cross)));
    DoublesMask comes_after = h > 0;
    Doubles q = doubles_pick(comes_after, -(h + root), root - h);
    Doubles far = q / two->dd;
    Doubles near = c / q;
    Doubles first = doubles_max(doubles_splat(0), doubles_pick(comes_after, far, near));
    Doubles second = doubles_min(doubles_pick(comes_after, near, far), doubles_splat(1));
    /* If the root is 0, the interval is one instant. */
    first = doubles_pick((root != 0) & (first < two->s), first, two->s);
    second = doubles_pick((root != 0) & (second > two->s), second, two->s);
    first = doubles_keep(first, two->moves);
    second = doubles_pick(two->moves, second, doubles_splat(1));
    *lo = graze_two_times(two, first);
    *hi = graze_two_times(two, second);
}

/* Writes the answer in one lane as that of pair k. */
ALWAYS_INLINE void write_pair(const GrazeConflictBatch* out, int32_t k, uint32_t relation,
                              Doubles interval, Doubles clearance)
{
    out->relations[k] = (uint8_t)relation;
    doubles_store(out->intervals + 2 * (size_t)k, interval);
    doubles_store(out->clearances + 2 * (size_t)k, clearance);
}

int32_t graze_moving_discs_conflicts(const GrazeMovingDiscs* discs, int32_t count,
                                     const GrazeConflictBatch* out)
{
    int32_t contacts = 0;
    for (int32_t k = 0; k < count; k += 2) {
        /* The last pair of an odd number of pairs takes both lanes. */
        int32_t other = k + 1 < count ? k + 1 : k;
        const uint32_t* one = out->pairs + 2 * (size_t)k;
        const uint32_t* two = out->pairs + 2 * (size_t)other;
        GrazeTwoApproaches both;
        graze_two_approaches(discs, one, two, &both);
        Doubles lo = doubles_splat(INFINITY);
        Doubles hi = -lo;
        uint32_t in_contact = doubles_mask_bits(both.in_contact);
        uint32_t overlapping = in_contact & doubles_mask_bits(both.separation < 0);
        if (in_contact != 0) {
            Doubles begin;
            Doubles end;
            two_contact_spans(&both, &begin, &end);
            lo = doubles_pick(both.in_contact, begin, lo);
            hi = doubles_pick(both.in_contact, end, hi);
        }
        Doubles separation = graze_two_separations(&both);
        Doubles time = doubles_keep(graze_two_times(&both, both.s), both.exists);
        write_pair(out, other, (in_contact >> 1) + (overlapping >> 1), doubles_upper(lo, hi),
                   doubles_upper(separation, time));
        write_pair(out, k, (in_contact & 1) + (overlapping & 1), doubles_lower(lo, hi),
                   doubles_lower(separation, time));
        contacts += (int32_t)((in_contact & 1) + (other > k ? in_contact >> 1 : 0));
    }
    return contacts;
}

int32_t graze_sort_found_pairs(int64_t found, const GrazeConflictBatch* out)
{
    if (found > out->capacity) return found < INT32_MAX ? (int32_t)found : INT32_MAX;
    int32_t count = (int32_t)found;
    const GrazeSortItem* items =
        graze_sort((GrazeSortItem*)out->intervals, (GrazeSortItem*)out->clearances, count);
    for (int32_t k = 0; k < count; k++) {
        out->pairs[2 * (size_t)k] = (uint32_t)(items[k].key >> 32);
        out->pairs[2 * (size_t)k + 1] = (uint32_t)items[k].key;
    }
    return count;
}

size_t graze_moving_discs_scratch(int32_t count)
{
    /* A search of two sides needs the padding of both. */
    return graze_sorted_boxes_size(GRAZE_DISC_BOX_AXES, count) +
           graze_sorted_boxes_size(GRAZE_DISC_BOX_AXES, 0);
}
