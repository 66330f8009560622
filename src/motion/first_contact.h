/* First contacts, and the geometry of a contact at an instant. */
#ifndef GRAZE_MOTION_FIRST_CONTACT_H
#define GRAZE_MOTION_FIRST_CONTACT_H

#include "advancement.h"

/* Finds the first contact at or after `from`, with certified steps. */
void graze_advance(GrazeAdvancement* advancement, double from, GrazeContactBracket* bracket);

/*
 * Same as graze_contact_bracket, after graze_straight_contact has left it open and returned the
 * interval.
 */
int32_t graze_search_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options, const GrazePieceInterval* interval,
                             GrazeContactStatus* status, double* lo, double* hi);

/*
 * Writes separation, witness points, normal and features at a time of a forward relative motion.
 * `is_overlapping` is a guess, which saves the computation of a distance; the answer does not depend on it.
 */
void graze_write_witness(GrazeRelativeMotion* motion, double time, bool is_overlapping,
                         GrazeContact* out);

#endif
