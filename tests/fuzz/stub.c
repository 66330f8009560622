/*
 * A target that does what surface.test.js must refuse: it names graze_distance, takes the address
 * of graze_relation, and calls graze_gap and graze_penetration without a check of their answers.
 */
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Input input = {data, size};
    Pair pair;
    if (!input_pair(&input, &pair)) return 0;
    const void* address = (const void*)(uintptr_t)graze_relation;
    GrazeRelation relation;
    GrazePenetration penetration;
    double gap = graze_gap(&pair.a.shape, &pair.a.pose, &pair.b.shape, &pair.b.pose, &relation);
    graze_penetration(&pair.a.shape, &pair.a.pose, &pair.b.shape, &pair.b.pose, &penetration);
    volatile bool is_used = address != NULL && gap < penetration.depth;
    (void)is_used;
    input_free(&pair);
    return 0;
}
