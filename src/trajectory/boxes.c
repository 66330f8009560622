#include "boxes.h"

/* Return the base and the width of row `level`, which extends to multiples of four around its
   entries. */
static int32_t row_base(int32_t first, int32_t level)
{
    return (first >> (GRAZE_FANOUT_BITS * level)) & ~(GRAZE_FANOUT - 1);
}

static int32_t row_width(int32_t first, int32_t last, int32_t level)
{
    int32_t top = last > first ? last - 1 : first;
    int32_t end = ((top >> (GRAZE_FANOUT_BITS * level)) | (GRAZE_FANOUT - 1)) + 1;
    return end - row_base(first, level);
}

int32_t graze_boxes_width(int32_t first, int32_t last)
{
    return row_width(first, last, 0);
}

/* Returns the number of rows: at least as many as blocks of 16 entries need, and up to the row that
   has only four siblings. */
static int32_t count_levels(int32_t first, int32_t last)
{
    int32_t levels = 3;
    while (levels < GRAZE_BOX_LEVELS && row_width(first, last, levels - 1) > GRAZE_FANOUT)
        levels++;
    return levels;
}

size_t graze_boxes_size(int32_t first, int32_t last)
{
    size_t entries = 0;
    for (int32_t level = count_levels(first, last) - 1; level >= 0; level--)
        entries += (size_t)row_width(first, last, level);
    return entries * SIDES * sizeof(float);
}

void* graze_boxes_init(GrazeBoxes* boxes, int32_t first, int32_t last, void* storage)
{
    float* next = storage;
    boxes->first = first;
    boxes->last = last;
    boxes->levels = count_levels(first, last);
    for (int32_t level = 0; level < boxes->levels; level++) {
        GrazeBoxRow* row = &boxes->row[level];
        *row = (GrazeBoxRow){next, row_base(first, level), row_width(first, last, level)};
        int32_t half = 2 * row->width;
        for (int32_t k = 0; k < 2 * half; k++)
            next[k] = k < half ? INFINITY : -INFINITY;
        next += 2 * half;
    }
    return next;
}

void graze_boxes_build_levels(GrazeBoxes* boxes)
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

/* Implements both searches; `b` is NULL for the search with one box. */
ALWAYS_INLINE int32_t next_entry(const GrazeBoxes* a, const GrazeBoxes* b,
                                 const GrazeFourBoxes* one, int32_t from, int32_t end,
                                 int32_t* tests)
{
    int32_t top = (b != NULL && b->levels < a->levels ? b->levels : a->levels) - 1;
    int32_t index = from;
    int32_t level = 0;
    while (index < end) {
        int32_t shift = GRAZE_FANOUT_BITS * level;
        int32_t node = index >> shift;
        int32_t group = node & ~(GRAZE_FANOUT - 1);
        GrazeFourBoxes p = graze_four_load(&a->row[level], group);
        GrazeFourBoxes q = b != NULL ? graze_four_load(&b->row[level], group) : *one;
        uint32_t overlap = mask_bits(graze_four_overlap(&p, &q)) >> (node - group);
        *tests += GRAZE_FANOUT - (node - group);
        if (overlap == 0) {
            index = (group + GRAZE_FANOUT) << shift;
            level += level < top;
            continue;
        }
        int32_t step = __builtin_ctz(overlap);
        if (step > 0) index = (node + step) << shift;
        if (level == 0) break;
        level--;
    }
    return index < end ? index : end;
}

int32_t graze_boxes_next(const GrazeBoxes* a, const GrazeBoxes* b, int32_t from, int32_t end,
                         int32_t* tests)
{
    return next_entry(a, b, NULL, from, end, tests);
}

int32_t graze_boxes_next_in(const GrazeBoxes* a, const float box[SIDES], int32_t from, int32_t end,
                            int32_t* tests)
{
    GrazeFourBoxes one = graze_four_copies(box);
    return next_entry(a, NULL, &one, from, end, tests);
}

int32_t graze_boxes_scan(const GrazeBoxes* a, const GrazeBoxes* b, int32_t from, int32_t end,
                         int32_t* tests)
{
    int32_t index = from;
    while (index < end) {
        int32_t group = index & ~(GRAZE_FANOUT - 1);
        int32_t group_end = group + GRAZE_FANOUT;
        GrazeFourBoxes p = graze_four_load(&a->row[0], group);
        GrazeFourBoxes q = graze_four_load(&b->row[0], group);
        uint32_t overlap = mask_bits(graze_four_overlap(&p, &q)) >> (index - group);
        *tests += (group_end < end ? group_end : end) - index;
        if (overlap == 0) {
            index = group_end;
            continue;
        }
        index += __builtin_ctz(overlap);
        break;
    }
    return index < end ? index : end;
}
