/* The earliest contact of several pairs of bodies. */
#ifndef GRAZE_MOTION_GROUP_CONTACT_H
#define GRAZE_MOTION_GROUP_CONTACT_H

#include "../graze.h"

/* Bracket of a contact, in the caller's time; the fields are those of GrazeContact. */
typedef struct {
    GrazeContactStatus status;
    double lo, hi;
} GrazeEarliestContact;

/* Joins the contact of one more pair to the earliest one; returns whether it is the earliest now.
   The rule is derived in group_contact.c. */
bool graze_join_contact(GrazeEarliestContact* earliest, const GrazeEarliestContact* other);

#endif
