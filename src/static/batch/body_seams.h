/* Contacts with bodies that stand still side by side. */
#ifndef GRAZE_STATIC_BODY_SEAMS_H
#define GRAZE_STATIC_BODY_SEAMS_H

#include "../../graze.h"

/*
 * Changes the manifold of a body that stands still and another one, for `reach`, where its normal
 * leads into a body that adjoins the first one (graze_bodies_near).
 */
void graze_bodies_remove_seam(const GrazeBodies* bodies, uint32_t still, uint32_t other,
                              double reach, GrazeManifold* manifold);

#endif
