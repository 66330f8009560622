/* The whole answer to a distance query, from where the descent stopped. */
#ifndef GRAZE_GJK_DISTANCE_H
#define GRAZE_GJK_DISTANCE_H

#include "gjk.h"

void graze_answer_distance(const GrazeCso* cso, const GrazeDescent* descent, GrazeDistance* out);

#endif
