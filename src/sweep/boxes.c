#include "boxes.h"

/* The base and end of row `level`: multiples of four round its entries. */
static int32_t base_of(int32_t first, int32_t level)
{
    return (first >> (GRAZE_FANOUT_BITS * level)) & ~(GRAZE_FANOUT - 1);
}

static int32_t width_of(int32_t first, int32_t last, int32_t level)
{
    int32_t top = last > first ? last - 1 : first;
    int32_t end = ((top >> (GRAZE_FANOUT_BITS * level)) | (GRAZE_FANOUT - 1)) + 1;
    return end - base_of(first, level);
}

int32_t graze_boxes_width(int32_t first, int32_t last)
{
    return width_of(first, last, 0);
}

/* At least as many rows as blocks of 16 entries want, and up to the one that four siblings fill. */
static int32_t levels_of(int32_t first, int32_t last)
{
    int32_t levels = 3;
    while (levels < GRAZE_BOX_LEVELS && width_of(first, last, levels - 1) > GRAZE_FANOUT)
        levels++;
    return levels;
}

size_t graze_boxes_size(int32_t first, int32_t last)
{
    size_t entries = 0;
    for (int32_t level = levels_of(first, last) - 1; level >= 0; level--)
        entries += (size_t)width_of(first, last, level);
    return entries * SIDES * sizeof(float);
}

void* graze_boxes_init(GrazeBoxes* boxes, int32_t first, int32_t last, void* storage)
{
    float* next = storage;
    boxes->first = first;
    boxes->last = last;
    boxes->levels = levels_of(first, last);
    for (int32_t level = 0; level < boxes->levels; level++) {
        GrazeBoxRow* row = &boxes->row[level];
        *row = (GrazeBoxRow){next, base_of(first, level), width_of(first, last, level)};
        int32_t half = 2 * row->width;
        for (int32_t k = 0; k < 2 * half; k++)
            next[k] = k < half ? INFINITY : -INFINITY;
        next += 2 * half;
    }
    return next;
}

void graze_boxes_raise(GrazeBoxes* boxes)
{
    for (int32_t level = 1; level < boxes->levels; level++) {
        const GrazeBoxRow* below = &boxes->row[level - 1];
        for (int32_t i = below->base; i < below->base + below->width; i += GRAZE_FANOUT) {
            float box[SIDES] = GRAZE_EMPTY_BOX;
            for (int32_t k = 0; k < GRAZE_FANOUT; k++) {
                float child[SIDES];
                graze_box_read(below, i + k, child);
                graze_box_join(box, child);
            }
            graze_box_write(&boxes->row[level], i >> GRAZE_FANOUT_BITS, box);
        }
    }
}

void graze_boxes_whole(const GrazeBoxes* boxes, float box[SIDES])
{
    const GrazeBoxRow* top = &boxes->row[boxes->levels - 1];
    graze_box_read(top, top->base, box);
    for (int32_t i = top->base + 1; i < top->base + top->width; i++) {
        float entry[SIDES];
        graze_box_read(top, i, entry);
        graze_box_join(box, entry);
    }
}

void graze_boxes_span(const GrazeBoxes* boxes, int32_t from, int32_t end, float box[SIDES])
{
    bool is_whole = from <= boxes->first && boxes->last <= end;
    int32_t level = is_whole || end - from == GRAZE_FANOUT * GRAZE_FANOUT ? 2 : 0;
    float entry[SIDES];
    int32_t shift = GRAZE_FANOUT_BITS * level;
    int32_t lo = (from > boxes->first ? from : boxes->first) >> shift;
    int32_t hi = (end < boxes->last ? end : boxes->last) - 1;
    for (int32_t i = lo; i <= hi >> shift; i++) {
        graze_box_read(&boxes->row[level], i, entry);
        graze_box_join(box, entry);
    }
}

/* Both searches: `b` is NULL where there is one box. */
HOT int32_t next_entry(const GrazeBoxes* a, const GrazeBoxes* b, const GrazeFourBoxes* one,
                       int32_t from, int32_t end, int32_t* tests)
{
    int32_t top = (b != NULL && b->levels < a->levels ? b->levels : a->levels) - 1;
    int32_t at = from;
    int32_t level = 0;
    while (at < end) {
        int32_t shift = GRAZE_FANOUT_BITS * level;
        int32_t node = at >> shift;
        int32_t group = node & ~(GRAZE_FANOUT - 1);
        GrazeFourBoxes p = graze_four_at(&a->row[level], group);
        GrazeFourBoxes q = b != NULL ? graze_four_at(&b->row[level], group) : *one;
        uint32_t meet = mask_bits(graze_four_meet(&p, &q)) >> (node - group);
        *tests += GRAZE_FANOUT - (node - group);
        if (meet == 0) {
            at = (group + GRAZE_FANOUT) << shift;
            level += level < top;
            continue;
        }
        int32_t step = __builtin_ctz(meet);
        if (step > 0) at = (node + step) << shift;
        if (level == 0) break;
        level--;
    }
    return at < end ? at : end;
}

int32_t graze_boxes_next(const GrazeBoxes* a, const GrazeBoxes* b, int32_t from, int32_t end,
                         int32_t* tests)
{
    return next_entry(a, b, NULL, from, end, tests);
}

int32_t graze_boxes_next_in(const GrazeBoxes* a, const float box[SIDES], int32_t from, int32_t end,
                            int32_t* tests)
{
    GrazeFourBoxes one = graze_four_of(box);
    return next_entry(a, NULL, &one, from, end, tests);
}

int32_t graze_boxes_scan(const GrazeBoxes* a, const GrazeBoxes* b, int32_t from, int32_t end,
                         int32_t* tests)
{
    int32_t at = from;
    while (at < end) {
        int32_t group = at & ~(GRAZE_FANOUT - 1);
        int32_t behind = group + GRAZE_FANOUT;
        GrazeFourBoxes p = graze_four_at(&a->row[0], group);
        GrazeFourBoxes q = graze_four_at(&b->row[0], group);
        uint32_t meet = mask_bits(graze_four_meet(&p, &q)) >> (at - group);
        *tests += (behind < end ? behind : end) - at;
        if (meet == 0) {
            at = behind;
            continue;
        }
        at += __builtin_ctz(meet);
        break;
    }
    return at < end ? at : end;
}
