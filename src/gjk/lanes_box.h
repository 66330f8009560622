/* Rectangles about the bodies' origins against each other, without a search. */
#ifndef GRAZE_GJK_LANES_BOX_H
#define GRAZE_GJK_LANES_BOX_H

#include "lanes_setup.h"

/* Are all eight bodies rectangles with sides along their axes, about their origins? */
HOT bool are_boxes(const LaneBodies* a, const LaneBodies* b)
{
    return mask_bits((a->look == GRAZE_LOOK_BOX) & (b->look == GRAZE_LOOK_BOX)) == 15;
}

/* What graze_lanes_search gives, for such bodies. */
void graze_lanes_boxes(const LanePairs* pairs, const LaneBodies* a, const LaneBodies* b,
                       bool nearest, GrazeLanes* out);

#endif
