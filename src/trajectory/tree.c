#include "tree.h"

/* Maximum number of cuts of the common box in BVI: each goes over the steps that are left, and few
   cut anything away. */
enum { MAX_CUTS = 8 };

/* A tree over 2^24 steps is 25 nodes deep. With two trees, each split leaves one more pair on the
   stack. */
enum { MAX_STACK = 64 };

void graze_tree_build(const GrazeBoxes* boxes, int32_t lo, int32_t hi, const float* clip,
                      GrazeTreeNode* nodes)
{
    int32_t count = graze_tree_nodes(hi - lo);
    nodes[0].lo = lo;
    nodes[0].hi = hi;
    for (int32_t k = 0; k < count; k++) {
        GrazeTreeNode* node = &nodes[k];
        if (node->hi - node->lo == 1) continue;
        int32_t middle = node->lo + (node->hi - node->lo) / 2;
        GrazeTreeNode* later = node + 1 + graze_tree_nodes(middle - node->lo);
        node[1].lo = node->lo;
        node[1].hi = later->lo = middle;
        later->hi = node->hi;
    }
    for (int32_t k = count - 1; k >= 0; k--) {
        static const float empty[SIDES] = GRAZE_EMPTY_BOX;
        GrazeTreeNode* node = &nodes[k];
        memcpy(node->sides, empty, sizeof empty);
        if (node->hi - node->lo > 1) {
            int32_t early = (node->hi - node->lo) / 2;
            graze_box_join(node->sides, node[1].sides);
            graze_box_join(node->sides, node[1 + graze_tree_nodes(early)].sides);
            continue;
        }
        float box[SIDES];
        graze_box_read(&boxes->row[0], node->lo, box);
        if (clip == NULL || graze_box_overlaps(box, clip)) memcpy(node->sides, box, sizeof box);
    }
}

typedef struct {
    const GrazeTreeNode *a, *b;
} NodePair;

int32_t graze_tree_next(const GrazeTreeNode* a, const GrazeTreeNode* b, int32_t from, int32_t end,
                        int32_t* tests)
{
    NodePair stack[MAX_STACK];
    int32_t count = 0;
    stack[count++] = (NodePair){a, b};
    while (count > 0) {
        NodePair pair = stack[--count];
        int32_t steps_a = pair.a->hi - pair.a->lo;
        int32_t steps_b = pair.b->hi - pair.b->lo;
        int32_t lo = pair.a->lo > pair.b->lo ? pair.a->lo : pair.b->lo;
        int32_t hi = pair.a->hi < pair.b->hi ? pair.a->hi : pair.b->hi;
        if (lo >= hi || hi <= from || lo >= end) continue;
        ++*tests;
        if (!graze_box_overlaps(pair.a->sides, pair.b->sides)) continue;
        if (steps_a == 1 && steps_b == 1) return lo;
        /* The node with more steps is split, and its earlier half is searched first. */
        if (steps_a >= steps_b) {
            stack[count++] = (NodePair){pair.a + 1 + graze_tree_nodes(steps_a / 2), pair.b};
            stack[count++] = (NodePair){pair.a + 1, pair.b};
        } else {
            stack[count++] = (NodePair){pair.a, pair.b + 1 + graze_tree_nodes(steps_b / 2)};
            stack[count++] = (NodePair){pair.a, pair.b + 1};
        }
    }
    return end;
}

/* Computes the region swept in steps lo to hi - 1 within the clip, and the first and the end of the
   steps that meet the clip. */
static void sweep_within(const GrazeBoxes* boxes, int32_t* lo, int32_t* hi, const float clip[SIDES],
                         float swept[SIDES], int32_t* tests)
{
    int32_t first = *hi;
    int32_t last = *lo;
    *tests += *hi - *lo;
    for (int32_t i = *lo; i < *hi; i++) {
        float box[SIDES];
        graze_box_read(&boxes->row[0], i, box);
        if (!graze_box_overlaps(box, clip)) continue;
        if (i < first) first = i;
        last = i + 1;
        graze_box_join(swept, box);
    }
    *lo = first;
    *hi = last;
}

/* Computes the intersection of two boxes. */
static void intersect_boxes(const float a[SIDES], const float b[SIDES], float common[SIDES])
{
    for (int32_t side = 0; side < SIDES; side++) {
        bool is_a = side < HI_X ? a[side] > b[side] : a[side] < b[side];
        common[side] = is_a ? a[side] : b[side];
    }
}

void graze_clip_to_common(const GrazeBoxes* a, const GrazeBoxes* b, int32_t* lo, int32_t* hi,
                          float clip[SIDES], int32_t* tests)
{
    float swept_a[SIDES];
    float swept_b[SIDES];
    graze_boxes_whole(a, swept_a);
    graze_boxes_whole(b, swept_b);
    ++*tests;
    if (!graze_box_overlaps(swept_a, swept_b)) *hi = *lo;
    intersect_boxes(swept_a, swept_b, clip);
    for (int32_t k = 0; k < MAX_CUTS && *lo < *hi; k++) {
        static const float empty[SIDES] = GRAZE_EMPTY_BOX;
        bool is_same = true;
        float before[SIDES];
        int32_t steps = *hi - *lo;
        memcpy(swept_a, empty, sizeof empty);
        memcpy(swept_b, empty, sizeof empty);
        memcpy(before, clip, sizeof before);
        sweep_within(a, lo, hi, clip, swept_a, tests);
        if (*lo < *hi) sweep_within(b, lo, hi, clip, swept_b, tests);
        intersect_boxes(swept_a, swept_b, clip);
        for (int32_t side = 0; side < SIDES; side++)
            is_same = is_same && before[side] == clip[side];
        if (is_same && *hi - *lo == steps) break;
    }
    if (*lo > *hi) *hi = *lo;
}
