/*
 * What is wrong with an answer about two moving bodies, by truth.h: a few words, or NULL. `detail` says by how much. What
 * is compared is what graze.h promises, up to twice the rounding that tolerance.h grants.
 */
#ifndef GRAZE_TESTS_FAULTS_H
#define GRAZE_TESTS_FAULTS_H

#include "truth.h"

typedef struct {
    double time;
    long double found, expected;
} FaultDetail;

/* `looks`: how many instants each brute force may look at. */
const char* fault_of_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options, const GrazeContact* contact,
                             int32_t looks, FaultDetail* detail);

/* `count` as graze_contact_intervals returned it for that capacity. */
const char* fault_of_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                               const GrazeMotionOptions* options, const GrazeInterval* intervals,
                               int32_t count, int32_t capacity, int32_t looks, FaultDetail* detail);

const char* fault_of_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                               const GrazeMotionOptions* options, const GrazeClearance* clearance,
                               int32_t looks, FaultDetail* detail);

#endif
