/* First contacts, and the geometry of a contact at an instant. */
#ifndef GRAZE_MOTION_FIRST_CONTACT_H
#define GRAZE_MOTION_FIRST_CONTACT_H

#include "advancement.h"

/* Finds the first contact at or after `from`, with certified steps. */
void graze_advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket);

/* Writes separation, witness points, normal and features at a time of a forward relative motion. */
void graze_write_witness(GrazeRelativeMotion* motion, double time, GrazeContact* out);

#endif
