/* The geometry of a contact at an instant. contact.c also defines graze_first_contact. */
#ifndef GRAZE_MOTION_CONTACT_H
#define GRAZE_MOTION_CONTACT_H

#include "advancement.h"

/* Writes separation, witness points, normal and features at a time of a forward relative motion. */
void graze_write_witness(GrazeRelativeMotion* motion, double time, GrazeContact* out);

#endif
