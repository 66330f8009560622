/* First contacts of bodies that each follow one straight piece for the whole query, or stay, before
   anything is set up for advancement. */
#ifndef GRAZE_MOTION_STRAIGHT_CONTACT_H
#define GRAZE_MOTION_STRAIGHT_CONTACT_H

#include "../advancement/clock.h"
#include "relative_motion.h"

/*
 * Finds the first contact of two bodies by closed forms, where these suffice: their discs stay apart;
 * or neither turns, and the clip of their translation decides. Returns true with the answer of
 * graze_contact_bracket. Returns false if the bodies move otherwise, or if rounding or the tolerance
 * leave it open: then *interval is `room` with the interval of the relative motion, from a base at
 * `from`, in which all of the query lies, or NULL if there may be none. Options may be NaN: then it
 * returns false. O(n m) for at most 16 vertices each, else O(n + m).
 */
bool graze_straight_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                            const GrazeMotionOptions* options, GrazePieceInterval* room,
                            const GrazePieceInterval** interval, GrazeContactStatus* status,
                            double* lo, double* hi);

#endif
