/* Queries of two bodies at rest that graze.h does not have. */
#ifndef GRAZE_STATIC_QUERIES_H
#define GRAZE_STATIC_QUERIES_H

#include "../graze.h"

/* Casts a ray as graze_ray_cast does. A contact that begins after `last` may be reported as none. */
void graze_ray_cast_before(const GrazeShape* shape, const GrazePose* pose, const GrazeRay* ray,
                           double last, GrazeTouching touching, GrazeCast* out);

#endif
