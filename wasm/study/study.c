/* Published methods: queries of the other families by a chosen method, and their rounds. */
#include "../../src/tolerance.h"
#include "../agents/disc_pair.h"
#include "../motion/query.h"
#include "../static/pair.h"

#include <math.h>

#define GJK_PARAMETERS int32_t subdistance, int32_t support, int32_t start
#define GJK_OPTIONS                                                                                \
    {                                                                                              \
        .subdistance = (GrazeSubdistance)subdistance, .support = (GrazeSupport)support,            \
        .start = (GrazeStart)start                                                                 \
    }

int32_t graze_wasm_collide_by(PAIR_PARAMETERS, int32_t collider, GJK_PARAMETERS)
{
    Pair pair;
    const GrazeGjkOptions options = GJK_OPTIONS;
    if (glue_get_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return -1;
    if (collider == GRAZE_COLLIDER_SAT)
        return graze_collide_sat(pair.a, &pair.pose_a, pair.b, &pair.pose_b);
    return graze_collide_by(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options);
}

int32_t graze_wasm_distance_by(PAIR_PARAMETERS, GJK_PARAMETERS)
{
    Pair pair;
    const GrazeGjkOptions options = GJK_OPTIONS;
    if (glue_get_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return glue_fault.status;
    graze_distance_by(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options, &glue_result.distance);
    return GRAZE_OK;
}

/* Writes the rounds of GJK to the list, and the distance to the result. */
int32_t graze_wasm_trace(PAIR_PARAMETERS, GJK_PARAMETERS)
{
    Pair pair;
    const GrazeGjkOptions options = GJK_OPTIONS;
    if (glue_get_convex_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return glue_fault.status;
    int32_t capacity = pair.a->count + pair.b->count + GRAZE_GJK_SPARE_ROUNDS;
    GrazeGjkRound* rounds = glue_allocate_scratch((uint32_t)capacity, sizeof *rounds);
    if (rounds == NULL) return glue_fault.status;
    int32_t count = graze_trace(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options, rounds,
                                capacity, &glue_result.distance);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)rounds, count};
    return GRAZE_OK;
}

/* Writes the outline of A - B to the list. */
int32_t graze_wasm_minkowski_difference(PAIR_PARAMETERS)
{
    Pair pair;
    if (glue_get_convex_pair(&pair, PAIR_ARGUMENTS) != GRAZE_OK) return glue_fault.status;
    int32_t capacity = pair.a->count + pair.b->count;
    GrazeDifference* vertices = glue_allocate_scratch((uint32_t)capacity, sizeof *vertices);
    if (vertices == NULL) return glue_fault.status;
    int32_t count =
        graze_minkowski_difference(pair.a, &pair.pose_a, pair.b, &pair.pose_b, vertices);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)vertices, count};
    return GRAZE_OK;
}

int32_t graze_wasm_first_contact_by(BODIES_PARAMETERS, OPTIONS_PARAMETERS)
{
    Query query;
    if (!glue_prepare_query(&query, BODIES_ARGUMENTS, OPTIONS_ARGUMENTS)) return glue_fault.status;
    graze_trace_contact_by(&query.a, &query.b, &query.options, NULL, 0, &glue_result.contact);
    return GRAZE_OK;
}

/* Returns the time that graze_wasm_time_to_collision returns, by the method; NaN when the call fails. */
double graze_wasm_time_to_collision_by(BODIES_PARAMETERS, OPTIONS_PARAMETERS)
{
    Query query;
    GrazeContact contact;
    if (!glue_prepare_query(&query, BODIES_ARGUMENTS, OPTIONS_ARGUMENTS)) return NAN;
    graze_trace_contact_by(&query.a, &query.b, &query.options, NULL, 0, &contact);
    if (contact.status == GRAZE_CONTACT_FREE) return INFINITY;
    return contact.lo - (isnan(from) ? query.options.from : from);
}

/* Maximum number of evaluations that are listed; later ones are omitted. */
#define MAX_EVALUATIONS 65536

/* Writes the times of the evaluations to the list and the contact to the result. The first run
   counts the evaluations, the second writes them. */
int32_t graze_wasm_trace_contact(BODIES_PARAMETERS, OPTIONS_PARAMETERS)
{
    Query query;
    if (!glue_prepare_query(&query, BODIES_ARGUMENTS, OPTIONS_ARGUMENTS)) return glue_fault.status;
    GrazeContact* contact = &glue_result.contact;
    int32_t count = graze_trace_contact_by(&query.a, &query.b, &query.options, NULL, 0, contact);
    if (count > MAX_EVALUATIONS) count = MAX_EVALUATIONS;
    double* times = glue_allocate_scratch((uint32_t)count, sizeof *times);
    if (times == NULL) return glue_fault.status;
    graze_trace_contact_by(&query.a, &query.b, &query.options, times, count, contact);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)times, count};
    return GRAZE_OK;
}

/* Returns whether the discs conflict as 1 or 0, or -1 when the call fails. */
int32_t graze_wasm_conflict_by(int32_t method, DISCS_PARAMETERS, double step)
{
    DiscPair discs;
    if (glue_read_discs(&discs, DISCS_ARGUMENTS) != GRAZE_OK) return -1;
    return graze_conflict_by((GrazeBaseline)method, &discs.first, &discs.second, step);
}
