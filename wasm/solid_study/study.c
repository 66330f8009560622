/* Published methods for bodies in space: queries by a chosen variant of GJK, and their rounds. */
#include "../core/glue.h"
#include "../solid/solid.h"

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
