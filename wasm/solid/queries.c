/* Queries of bodies in space at rest. */
#include "../../src/tolerance.h"
#include "solid.h"

#include <math.h>

/* Poses of the next query, which JavaScript fills: that of A, or of the only body, and that of B.
 */
static GrazeSolidPose staged[2];

GrazeSolidPose* graze_wasm_solid_poses(void)
{
    return staged;
}

GrazeStatus glue_read_solid_pose(const GrazeSolidPose* from, GrazeSolidPose* pose)
{
    const double* rotation = from->rotation;
    return isnan(rotation[4]) ? graze_solid_pose(from->x, from->y, from->z, rotation, pose)
                              : graze_solid_matrix_pose(from->x, from->y, from->z, rotation, pose);
}

/* Two bodies and their poses, looked up and checked, and the numbers that a query takes besides. */
typedef struct {
    const GrazeSolid *a, *b;
    GrazeSolidPose pose_a, pose_b;
    double displacement[3];
    GrazeTouching touching;
    double point[3];
    double reach;
} Pair;

GrazeStatus glue_get_solid(int32_t k, uint32_t handle, const GrazeSolid** body,
                           GrazeSolidPose* pose)
{
    *body = handle_get(HANDLE_SOLID, handle);
    return *body != NULL ? glue_read_solid_pose(&staged[k], pose) : GRAZE_E_STALE_HANDLE;
}

GrazeStatus glue_check_vector(const double v[3])
{
    GrazeStatus status = GRAZE_OK;
    for (int i = 0; i < 3; i++) {
        if (!isfinite(v[i])) return GRAZE_E_NOT_FINITE;
        if (fabs(v[i]) > GRAZE_MAX_POSITION) status = GRAZE_E_OUT_OF_RANGE;
    }
    return status;
}

/* Looks up body k of a pair and its pose; else returns false, with the fault recorded, whose index
   is k. */
static bool get_body(int32_t k, uint32_t handle, const GrazeSolid** body, GrazeSolidPose* pose)
{
    GrazeStatus status = glue_get_solid(k, handle, body, pose);
    return status == GRAZE_OK || glue_fail(status, k) != 0;
}

static bool get_pair(Pair* pair, uint32_t a, uint32_t b)
{
    return get_body(0, a, &pair->a, &pair->pose_a) && get_body(1, b, &pair->b, &pair->pose_b);
}

/* Makes A a point. Returns false, with the fault recorded, if it is not valid. */
static bool set_point(Pair* pair, double x, double y, double z)
{
    static const GrazeSolidPoint origin = {0, 0, 0};
    static const GrazeSolid point = {.vertices = &origin, .count = 1};
    const double at[3] = {x, y, z};
    GrazeStatus status = glue_check_vector(at);
    pair->a = &point;
    pair->pose_a = (GrazeSolidPose){x, y, z, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
    return status == GRAZE_OK || glue_fail(status, -1) != 0;
}

/* Sets the displacement of a cast, whose numbers have the limits of a position, and its policy for
   touching. */
static bool set_displacement(Pair* pair, double dx, double dy, double dz, int32_t touching)
{
    pair->displacement[0] = dx;
    pair->displacement[1] = dy;
    pair->displacement[2] = dz;
    pair->touching = (GrazeTouching)touching;
    GrazeStatus status = glue_check_vector(pair->displacement);
    return status == GRAZE_OK || glue_fail(status, -1) != 0;
}

/* Number of vertices of the first polytope that is not on the stack. */
enum { FIRST_VERTICES = 256 };

int32_t glue_run_solid(GlueSolidQuery* query, void* arguments)
{
    return glue_run_solid_above(0, query, arguments);
}

int32_t glue_run_solid_above(size_t kept, GlueSolidQuery* query, void* arguments)
{
    kept = (kept + 15) / 16 * 16;
    GrazeStatus status = query(arguments, NULL);
    for (int32_t vertices = FIRST_VERTICES; status == GRAZE_E_OUT_OF_MEMORY; vertices *= 2) {
        GrazeSolidScratch scratch = {NULL, graze_solid_scratch_size(vertices)};
        char* memory = glue_allocate_scratch(1, kept + scratch.size);
        if (memory == NULL) return status;
        scratch.memory = memory + kept;
        status = query(arguments, &scratch);
    }
    return status;
}

static GrazeStatus distance(void* arguments, const GrazeSolidScratch* scratch)
{
    const Pair* pair = arguments;
    return graze_solid_distance(pair->a, &pair->pose_a, pair->b, &pair->pose_b, scratch,
                                &glue_result.solid_distance);
}

static GrazeStatus penetration(void* arguments, const GrazeSolidScratch* scratch)
{
    const Pair* pair = arguments;
    return graze_solid_penetration(pair->a, &pair->pose_a, pair->b, &pair->pose_b, scratch,
                                   &glue_result.solid_penetration);
}

static GrazeStatus manifold(void* arguments, const GrazeSolidScratch* scratch)
{
    const Pair* pair = arguments;
    return graze_solid_manifold(pair->a, &pair->pose_a, pair->b, &pair->pose_b, pair->reach,
                                scratch, &glue_result.solid_manifold);
}

static GrazeStatus shape_cast(void* arguments, const GrazeSolidScratch* scratch)
{
    const Pair* pair = arguments;
    return graze_solid_shape_cast(pair->a, &pair->pose_a, pair->b, &pair->pose_b,
                                  pair->displacement, pair->touching, scratch,
                                  &glue_result.solid_cast);
}

/* Writes the relation to the result, as that of a cone. */
static GrazeStatus relation(void* arguments, const GrazeSolidScratch* scratch)
{
    const Pair* pair = arguments;
    GrazeRelation found;
    GrazeStatus status =
        graze_solid_relation(pair->a, &pair->pose_a, pair->b, &pair->pose_b, scratch, &found);
    if (status == GRAZE_OK) glue_result.solid_cone.relation = found;
    return status;
}

/* Writes the gap to the result, as that of a distance. */
static GrazeStatus gap(void* arguments, const GrazeSolidScratch* scratch)
{
    const Pair* pair = arguments;
    GrazeRelation relation;
    return graze_solid_gap(pair->a, &pair->pose_a, pair->b, &pair->pose_b, scratch,
                           &glue_result.solid_distance.distance, &relation);
}

/* Writes whether B contains the point to the result, as the relation of a cone. */
static GrazeStatus contains_point(void* arguments, const GrazeSolidScratch* scratch)
{
    const Pair* pair = arguments;
    bool is_inside = false;
    GrazeStatus status =
        graze_solid_contains_point(pair->b, &pair->pose_b, pair->point, scratch, &is_inside);
    glue_result.solid_cone.relation = is_inside;
    return status;
}

static GrazeStatus contact_cone(void* arguments, const GrazeSolidScratch* scratch)
{
    const Pair* pair = arguments;
    GrazeSolidCone* cone = &glue_result.solid_cone;
    GrazeRelation found;
    GrazeStatus status =
        graze_solid_contact_cone(pair->a, &pair->pose_a, pair->b, &pair->pose_b, scratch, &found,
                                 &cone->directions[0].x, GRAZE_SOLID_CONE_ROOM, &cone->count);
    if (status == GRAZE_OK) cone->relation = found;
    return status;
}

/* Checks the first pose and writes it to the result, its rotation as a matrix. */
int32_t graze_wasm_solid_pose(void)
{
    GrazeStatus status = glue_read_solid_pose(&staged[0], &glue_result.solid_pose);
    if (status != GRAZE_OK) glue_fail(status, -1);
    return status;
}

/* Returns the relation of two bodies, or -1 when the call fails. */
int32_t graze_wasm_solid_relation(uint32_t a, uint32_t b)
{
    Pair pair;
    if (!get_pair(&pair, a, b) || glue_run_solid(relation, &pair) != GRAZE_OK) return -1;
    return glue_result.solid_cone.relation;
}

int32_t graze_wasm_solid_distance(uint32_t a, uint32_t b)
{
    Pair pair;
    return get_pair(&pair, a, b) ? glue_run_solid(distance, &pair) : glue_fault.status;
}

/* Returns the distance alone, or NaN when the call fails. */
double graze_wasm_solid_gap(uint32_t a, uint32_t b)
{
    Pair pair;
    if (!get_pair(&pair, a, b) || glue_run_solid(gap, &pair) != GRAZE_OK) return NAN;
    return glue_result.solid_distance.distance;
}

int32_t graze_wasm_solid_penetration(uint32_t a, uint32_t b)
{
    Pair pair;
    return get_pair(&pair, a, b) ? glue_run_solid(penetration, &pair) : glue_fault.status;
}

int32_t graze_wasm_solid_manifold(uint32_t a, uint32_t b, double reach)
{
    Pair pair = {.reach = reach};
    return get_pair(&pair, a, b) ? glue_run_solid(manifold, &pair) : glue_fault.status;
}

bool glue_get_convex_solids(ConvexSolids* pair, uint32_t a, uint32_t b)
{
    bool is_found =
        get_body(0, a, &pair->a, &pair->pose_a) && get_body(1, b, &pair->b, &pair->pose_b);
    if (!is_found) return false;
    bool is_convex_a = pair->a->compound == NULL;
    if (is_convex_a && pair->b->compound == NULL) return true;
    glue_fail(GRAZE_E_NOT_CONVEX, is_convex_a ? 1 : 0);
    return false;
}

/* Fails for compounds, with the index of the body. */
int32_t graze_wasm_solid_contact_cone(uint32_t a, uint32_t b)
{
    ConvexSolids bodies;
    if (!glue_get_convex_solids(&bodies, a, b)) return glue_fault.status;
    Pair pair = {.a = bodies.a, .b = bodies.b, .pose_a = bodies.pose_a, .pose_b = bodies.pose_b};
    return glue_run_solid(contact_cone, &pair);
}

int32_t graze_wasm_solid_shape_cast(uint32_t a, uint32_t b, double dx, double dy, double dz,
                                    int32_t touching)
{
    Pair pair;
    bool is_valid = get_pair(&pair, a, b) && set_displacement(&pair, dx, dy, dz, touching);
    return is_valid ? glue_run_solid(shape_cast, &pair) : glue_fault.status;
}

/* Casts a point against a body, whose pose is the first one. */
int32_t graze_wasm_solid_ray_cast(uint32_t solid, double x, double y, double z, double dx,
                                  double dy, double dz, int32_t touching)
{
    Pair pair;
    bool is_valid = get_body(0, solid, &pair.b, &pair.pose_b) && set_point(&pair, x, y, z) &&
                    set_displacement(&pair, dx, dy, dz, touching);
    return is_valid ? glue_run_solid(shape_cast, &pair) : glue_fault.status;
}

/* Returns whether a body contains a point; -1 when the call fails. */
int32_t graze_wasm_solid_contains_point(uint32_t solid, double x, double y, double z)
{
    Pair pair = {.point = {x, y, z}};
    if (!get_body(0, solid, &pair.b, &pair.pose_b)) return -1;
    GrazeStatus status = glue_run_solid(contains_point, &pair);
    if (status != GRAZE_OK) glue_fail(status, -1);
    return status == GRAZE_OK ? glue_result.solid_cone.relation : -1;
}

int32_t graze_wasm_solid_bounds(uint32_t solid)
{
    Pair pair;
    if (!get_body(0, solid, &pair.a, &pair.pose_a)) return glue_fault.status;
    graze_solid_bounds(pair.a, &pair.pose_a, &glue_result.solid_bounds);
    return GRAZE_OK;
}
