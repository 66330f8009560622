/* Published methods for bodies in space: queries by a chosen variant of GJK, and their rounds. */
#include "../core/glue.h"
#include "../solid/solid.h"
#include "../solid_motion/query.h"

#include <math.h>

#define GJK_PARAMETERS int32_t subdistance, int32_t support, int32_t start
#define GJK_OPTIONS                                                                                \
    {                                                                                              \
        .subdistance = (GrazeSolidSubdistance)subdistance, .support = (GrazeSolidSupport)support,  \
        .start = (GrazeStart)start                                                                 \
    }

/* Returns whether two bodies are in contact as 1 or 0, or -1 when the call fails. */
int32_t graze_wasm_solid_collide_by(uint32_t a, uint32_t b, GJK_PARAMETERS)
{
    ConvexSolids pair;
    int32_t rounds;
    const GrazeSolidGjkOptions options = GJK_OPTIONS;
    if (!glue_get_convex_solids(&pair, a, b)) return -1;
    return graze_solid_collide_by(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options, &rounds);
}

int32_t graze_wasm_solid_distance_by(uint32_t a, uint32_t b, GJK_PARAMETERS)
{
    ConvexSolids pair;
    const GrazeSolidGjkOptions options = GJK_OPTIONS;
    if (!glue_get_convex_solids(&pair, a, b)) return glue_fault.status;
    graze_solid_distance_by(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options,
                            &glue_result.solid_estimate);
    return GRAZE_OK;
}

/* Largest number of rounds of GJK. */
enum { MAX_ROUNDS = 64 };

/* Writes the rounds to the list, and the nearest points to the result. */
int32_t graze_wasm_solid_trace(uint32_t a, uint32_t b, GJK_PARAMETERS)
{
    ConvexSolids pair;
    const GrazeSolidGjkOptions options = GJK_OPTIONS;
    if (!glue_get_convex_solids(&pair, a, b)) return glue_fault.status;
    GrazeSolidGjkRound* rounds = glue_allocate_scratch(MAX_ROUNDS, sizeof *rounds);
    if (rounds == NULL) return glue_fault.status;
    int32_t count = graze_solid_trace(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options, rounds,
                                      MAX_ROUNDS, &glue_result.solid_estimate);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)rounds, count};
    return GRAZE_OK;
}

/* Number of points of the first polytope that is tried. */
enum { FIRST_POINTS = 128 };

/* Writes the vertices of A - B to the list, and the addresses of its faces to the result. Runs again
   with twice the memory as long as that is not enough. */
int32_t graze_wasm_solid_minkowski_difference(uint32_t a, uint32_t b)
{
    ConvexSolids pair;
    GrazeSolidDifferenceHull hull;
    GrazeStatus status = GRAZE_E_OUT_OF_MEMORY;
    if (!glue_get_convex_solids(&pair, a, b)) return glue_fault.status;
    for (int32_t points = FIRST_POINTS; status != GRAZE_OK; points *= 2) {
        void* storage = glue_allocate_scratch(1, graze_solid_difference_size(points));
        if (storage == NULL) return glue_fault.status;
        status = graze_solid_minkowski_difference(pair.a, &pair.pose_a, pair.b, &pair.pose_b,
                                                  storage, points, &hull);
    }
    glue_list = (GrazeList){(uint32_t)(uintptr_t)hull.vertices, hull.vertex_count};
    glue_result.solid_difference =
        (GrazeSolidDifferenceFaces){(uint32_t)(uintptr_t)hull.face_starts,
                                    (uint32_t)(uintptr_t)hull.corners, hull.face_count, 0};
    return GRAZE_OK;
}

/* A query by any method, and room for `capacity` rounds and as many times. */
typedef struct {
    SolidQuery of;
    GrazeSolidContactRound* rounds;
    double* times;
    int32_t capacity;
} TracedQuery;

/* Looks up the bodies, which must be convex, and completes the options; returns false when the call
   fails. */
static bool prepare(TracedQuery* query, SOLIDS_PARAMETERS, OPTIONS_PARAMETERS)
{
    *query = (TracedQuery){.capacity = 0};
    if (!glue_prepare_solid_query(&query->of, SOLIDS_ARGUMENTS, OPTIONS_ARGUMENTS)) return false;
    bool is_convex_a = query->of.a.solid->compound == NULL;
    if (is_convex_a && query->of.b.solid->compound == NULL) return true;
    glue_fail(GRAZE_E_NOT_CONVEX, is_convex_a ? 2 : 0);
    return false;
}

static GrazeStatus trace_contact(void* arguments, const GrazeSolidScratch* scratch)
{
    const TracedQuery* query = arguments;
    return graze_solid_trace_contact_by(&query->of.a, &query->of.b, &query->of.options, scratch,
                                        query->times, query->rounds, query->capacity,
                                        &glue_result.solid_contact);
}

int32_t graze_wasm_solid_first_contact_by(SOLIDS_PARAMETERS, OPTIONS_PARAMETERS)
{
    TracedQuery query;
    if (!prepare(&query, SOLIDS_ARGUMENTS, OPTIONS_ARGUMENTS)) return glue_fault.status;
    return glue_run_solid(trace_contact, &query);
}

/* Returns the time that graze_wasm_solid_time_to_collision returns, by the method; NaN when the call
   fails. */
double graze_wasm_solid_time_to_collision_by(SOLIDS_PARAMETERS, OPTIONS_PARAMETERS)
{
    TracedQuery query;
    if (!prepare(&query, SOLIDS_ARGUMENTS, OPTIONS_ARGUMENTS)) return NAN;
    if (glue_run_solid(trace_contact, &query) != GRAZE_OK) return NAN;
    const GrazeSolidContact* contact = &glue_result.solid_contact;
    if (contact->status == GRAZE_CONTACT_FREE) return INFINITY;
    return contact->lo - (isnan(from) ? query.of.options.from : from);
}

/* Maximum number of evaluations that are listed; later ones are omitted. */
enum { MAX_EVALUATIONS = 65536 };

/* Writes the rounds to the list and the contact to the result; those of a certified method have a
   time only. The first run counts the evaluations, the second writes them. */
int32_t graze_wasm_solid_trace_contact(SOLIDS_PARAMETERS, OPTIONS_PARAMETERS)
{
    TracedQuery query;
    if (!prepare(&query, SOLIDS_ARGUMENTS, OPTIONS_ARGUMENTS)) return glue_fault.status;
    int32_t status = glue_run_solid(trace_contact, &query);
    if (status != GRAZE_OK) return status;
    int32_t count = glue_result.solid_contact.iterations;
    if (count > MAX_EVALUATIONS) count = MAX_EVALUATIONS;
    size_t size = sizeof *query.rounds + sizeof *query.times;
    query.rounds = glue_allocate_scratch((uint32_t)count, size);
    if (query.rounds == NULL) return glue_fault.status;
    query.times = (double*)(query.rounds + count);
    query.capacity = count;
    for (int32_t k = 0; k < count; k++)
        query.rounds[k] = (GrazeSolidContactRound){.time = 0};
    status = glue_run_solid_above((size_t)count * size, trace_contact, &query);
    if (status != GRAZE_OK) return status;
    for (int32_t k = 0; k < count; k++)
        query.rounds[k].time = query.times[k];
    glue_list = (GrazeList){(uint32_t)(uintptr_t)query.rounds, count};
    return GRAZE_OK;
}
