/*
 * Checks answers about two moving bodies by truth.h. Each function returns a few words that
 * describe the fault, or NULL; `detail` holds its size. The checks compare what graze.h promises,
 * up to twice the rounding that tolerance.h permits.
 */
#ifndef GRAZE_TESTS_FAULTS_H
#define GRAZE_TESTS_FAULTS_H

#include "truth.h"

typedef struct {
    double time;
    long double found, expected;
} FaultDetail;

/* `evaluations`: maximum number of instants that each brute-force search evaluates. */
const char* fault_of_contact(const GrazeMovingBody* a, const GrazeMovingBody* b,
                             const GrazeMotionOptions* options, const GrazeContact* contact,
                             int32_t evaluations, FaultDetail* detail);

/* `count`: return value of graze_contact_intervals for that capacity. */
const char* fault_of_intervals(const GrazeMovingBody* a, const GrazeMovingBody* b,
                               const GrazeMotionOptions* options, const GrazeInterval* intervals,
                               int32_t count, int32_t capacity, int32_t evaluations,
                               FaultDetail* detail);

const char* fault_of_clearance(const GrazeMovingBody* a, const GrazeMovingBody* b,
                               const GrazeMotionOptions* options, const GrazeClearance* clearance,
                               int32_t evaluations, FaultDetail* detail);

#endif
