/*
 * Boxes of a sequence of steps and the pyramid over them, four at a time: two sequences are compared
 * step by step, or one with a box.
 *
 * Rows begin and end at multiples of four, so that four siblings can always be read and those of
 * two sequences have the same alignment. Positions without an entry hold an empty box, which meets
 * only unbounded ones: callers limit the results to the entries that they query.
 */
#ifndef GRAZE_TRAJECTORY_BOXES_H
#define GRAZE_TRAJECTORY_BOXES_H

#include "../base/lanes.h"
#include "../graze.h"

enum { GRAZE_FANOUT_BITS = 2, GRAZE_FANOUT = 1 << GRAZE_FANOUT_BITS };

/* Sides of a box, in the order of GrazeBoxRow. */
enum { LO_X, LO_Y, HI_X, HI_Y, SIDES };

/* Four boxes, or one box four times. */
typedef struct {
    Lanes side[SIDES];
} GrazeFourBoxes;

/* Returns the width of the lowest row. */
int32_t graze_boxes_width(int32_t first, int32_t last);

/* Returns the bytes that the pyramid over entries first to last - 1 needs: a multiple of 16. */
size_t graze_boxes_size(int32_t first, int32_t last);

/* Places the rows in `storage`, with all entries empty. Returns the address after them. */
void* graze_boxes_init(GrazeBoxes* boxes, int32_t first, int32_t last, void* storage);

/* Fills the upper rows from the lowest. */
void graze_boxes_build_levels(GrazeBoxes* boxes);

/* Joins the boxes of all entries from `from` to `end` - 1 to `box`; `end` <= from + 16, `from` a
   multiple of 16. */
void graze_boxes_span(const GrazeBoxes* boxes, int32_t from, int32_t end, float box[SIDES]);

/* Writes the box of all entries. */
void graze_boxes_whole(const GrazeBoxes* boxes, float box[SIDES]);

ALWAYS_INLINE float* graze_row_at(const GrazeBoxRow* row, int32_t side, int32_t i)
{
    return row->lo_x + (size_t)side * (size_t)row->width + (i - row->base);
}

ALWAYS_INLINE GrazeFourBoxes graze_four_load(const GrazeBoxRow* row, int32_t i)
{
    const float* at = graze_row_at(row, 0, i);
    size_t width = (size_t)row->width;
    return (GrazeFourBoxes){{lanes_load(at), lanes_load(at + width), lanes_load(at + 2 * width),
                             lanes_load(at + 3 * width)}};
}

ALWAYS_INLINE GrazeFourBoxes graze_four_copies(const float box[SIDES])
{
    return (GrazeFourBoxes){{lanes_splat(box[LO_X]), lanes_splat(box[LO_Y]), lanes_splat(box[HI_X]),
                             lanes_splat(box[HI_Y])}};
}

ALWAYS_INLINE LaneMask graze_four_overlap(const GrazeFourBoxes* p, const GrazeFourBoxes* q)
{
    return (p->side[LO_X] <= q->side[HI_X]) & (q->side[LO_X] <= p->side[HI_X]) &
           (p->side[LO_Y] <= q->side[HI_Y]) & (q->side[LO_Y] <= p->side[HI_Y]);
}

static inline bool graze_box_overlaps(const float p[SIDES], const float q[SIDES])
{
    return p[LO_X] <= q[HI_X] && q[LO_X] <= p[HI_X] && p[LO_Y] <= q[HI_Y] && q[LO_Y] <= p[HI_Y];
}

static inline void graze_box_join(float box[SIDES], const float other[SIDES])
{
    box[LO_X] = other[LO_X] < box[LO_X] ? other[LO_X] : box[LO_X];
    box[LO_Y] = other[LO_Y] < box[LO_Y] ? other[LO_Y] : box[LO_Y];
    box[HI_X] = other[HI_X] > box[HI_X] ? other[HI_X] : box[HI_X];
    box[HI_Y] = other[HI_Y] > box[HI_Y] ? other[HI_Y] : box[HI_Y];
}

static inline void graze_box_read(const GrazeBoxRow* row, int32_t i, float box[SIDES])
{
    for (int32_t side = 0; side < SIDES; side++)
        box[side] = *graze_row_at(row, side, i);
}

static inline void graze_box_write(const GrazeBoxRow* row, int32_t i, const float box[SIDES])
{
    for (int32_t side = 0; side < SIDES; side++)
        *graze_row_at(row, side, i) = box[side];
}

#define GRAZE_EMPTY_BOX                                                                            \
    {                                                                                              \
        INFINITY, INFINITY, -INFINITY, -INFINITY                                                   \
    }

/*
 * Return the first entry from `from` to `end` - 1 whose boxes meet, or `end` if there is none: of
 * two sequences, or of a sequence and a box. The search uses the pyramids: it passes over separated
 * parts in ever larger strides, and descends again where boxes meet. `tests` grows by the number of
 * pairs of boxes compared.
 */
int32_t graze_boxes_next(const GrazeBoxes* a, const GrazeBoxes* b, int32_t from, int32_t end,
                         int32_t* tests);
int32_t graze_boxes_next_in(const GrazeBoxes* a, const float box[SIDES], int32_t from, int32_t end,
                            int32_t* tests);

/* Same as graze_boxes_next, entry by entry. */
int32_t graze_boxes_scan(const GrazeBoxes* a, const GrazeBoxes* b, int32_t from, int32_t end,
                         int32_t* tests);

#endif
