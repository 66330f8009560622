/* What a contact looks like when it happens. */
#ifndef GRAZE_MOTION_CONTACT_H
#define GRAZE_MOTION_CONTACT_H

#include "advancement.h"

/* Fills in gap, points, normal and features at a time of a course that runs forwards. */
void graze_write_witness(GrazeRelativeMotion* motion, double time, GrazeContact* out);

#endif
