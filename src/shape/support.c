#include "support.h"

int32_t graze_support(const GrazeShape* shape, GrazeVec direction)
{
    int32_t best = 0;
    double furthest = shape->vertices[0].x * direction.x + shape->vertices[0].y * direction.y;
    for (int32_t i = 1; i < shape->count; i++) {
        double reach = shape->vertices[i].x * direction.x + shape->vertices[i].y * direction.y;
        if (reach > furthest) {
            furthest = reach;
            best = i;
        }
    }
    return best;
}
