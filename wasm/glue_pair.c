/* Two bodies standing still. */
#include "../src/tolerance.h"
#include "glue.h"

/* Two shapes and their poses, looked up and checked. `glue_fault.index` tells which one failed. */
typedef struct {
    const GrazeShape *a, *b;
    GrazePose pose_a, pose_b;
} Pair;

static int32_t look_up(Pair* pair, uint32_t a, double ax, double ay, double aa, uint32_t b,
                       double bx, double by, double ba)
{
    pair->a = handle_get(HANDLE_SHAPE, a);
    pair->b = handle_get(HANDLE_SHAPE, b);
    glue_fault = (GrazeFault){GRAZE_E_STALE_HANDLE, 0};
    if (pair->a == NULL) return glue_fault.status;
    glue_fault.index = 1;
    if (pair->b == NULL) return glue_fault.status;
    glue_fault = (GrazeFault){graze_pose(ax, ay, aa, &pair->pose_a), 0};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){graze_pose(bx, by, ba, &pair->pose_b), 1};
    return glue_fault.status;
}

int32_t graze_wasm_distance(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                            double by, double ba, int32_t subdistance, int32_t support,
                            int32_t start)
{
    Pair pair;
    GrazeOptions options = {(GrazeSubdistance)subdistance, (GrazeSupport)support,
                            (GrazeStart)start};
    int32_t status = look_up(&pair, a, ax, ay, aa, b, bx, by, ba);
    if (status != GRAZE_OK) return status;
    graze_distance(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options, &glue_result.distance);
    return GRAZE_OK;
}

int32_t graze_wasm_penetration(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                               double by, double ba)
{
    Pair pair;
    int32_t status = look_up(&pair, a, ax, ay, aa, b, bx, by, ba);
    if (status != GRAZE_OK) return status;
    graze_penetration(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &glue_result.penetration);
    return GRAZE_OK;
}

/* These two return their small answer, or -1 when they fail (see the fault record). */
int32_t graze_wasm_relation(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                            double by, double ba)
{
    Pair pair;
    if (look_up(&pair, a, ax, ay, aa, b, bx, by, ba) != GRAZE_OK) return -1;
    return graze_relation(pair.a, &pair.pose_a, pair.b, &pair.pose_b);
}

int32_t graze_wasm_collide(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                           double by, double ba, int32_t collider, int32_t subdistance,
                           int32_t support, int32_t start)
{
    Pair pair;
    GrazeOptions options = {(GrazeSubdistance)subdistance, (GrazeSupport)support,
                            (GrazeStart)start};
    if (look_up(&pair, a, ax, ay, aa, b, bx, by, ba) != GRAZE_OK) return -1;
    if (collider == GRAZE_COLLIDER_SAT) {
        return graze_collide_sat(pair.a, &pair.pose_a, pair.b, &pair.pose_b);
    }
    return graze_collide(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options);
}

int32_t graze_wasm_shape_cast(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                              double by, double ba, double dx, double dy)
{
    Pair pair;
    GrazeRay way = {0, 0, dx, dy};
    if (look_up(&pair, a, ax, ay, aa, b, bx, by, ba) != GRAZE_OK) return glue_fault.status;
    glue_fault = (GrazeFault){graze_ray_check(&way), -1};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    graze_shape_cast(pair.a, &pair.pose_a, pair.b, &pair.pose_b, dx, dy, &glue_result.cast);
    return GRAZE_OK;
}

int32_t graze_wasm_ray_cast(uint32_t shape, double x, double y, double angle, double from_x,
                            double from_y, double dx, double dy)
{
    Pair pair;
    GrazeRay ray = {from_x, from_y, dx, dy};
    if (look_up(&pair, shape, x, y, angle, shape, x, y, angle) != GRAZE_OK) {
        return glue_fault.status;
    }
    glue_fault = (GrazeFault){graze_ray_check(&ray), -1};
    if (glue_fault.status != GRAZE_OK) return glue_fault.status;
    graze_ray_cast(pair.a, &pair.pose_a, &ray, &glue_result.cast);
    return GRAZE_OK;
}

/* Room above the stack's mark, which stays readable until the next call takes room. */
static void* list_room(int32_t capacity, size_t size)
{
    uintptr_t mark = arena_mark();
    void* room = arena_take((size_t)capacity * size);
    arena_release(mark);
    if (room == NULL) glue_fail(GRAZE_E_OUT_OF_MEMORY, -1);
    return room;
}

/* The rounds of GJK go to the list, the distance to the result. */
int32_t graze_wasm_trace(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                         double by, double ba, int32_t subdistance, int32_t support, int32_t start)
{
    Pair pair;
    GrazeOptions options = {(GrazeSubdistance)subdistance, (GrazeSupport)support,
                            (GrazeStart)start};
    if (look_up(&pair, a, ax, ay, aa, b, bx, by, ba) != GRAZE_OK) return glue_fault.status;
    int32_t capacity = pair.a->count + pair.b->count + GRAZE_GJK_SPARE_ROUNDS;
    GrazeStep* steps = list_room(capacity, sizeof *steps);
    if (steps == NULL) return glue_fault.status;
    int32_t count = graze_trace(pair.a, &pair.pose_a, pair.b, &pair.pose_b, &options, steps,
                                capacity, &glue_result.distance);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)steps, count};
    return GRAZE_OK;
}

/* The outline of A - B goes to the list. */
int32_t graze_wasm_difference(uint32_t a, double ax, double ay, double aa, uint32_t b, double bx,
                              double by, double ba)
{
    Pair pair;
    if (look_up(&pair, a, ax, ay, aa, b, bx, by, ba) != GRAZE_OK) return glue_fault.status;
    int32_t capacity = pair.a->count + pair.b->count;
    GrazeDifference* vertices = list_room(capacity, sizeof *vertices);
    if (vertices == NULL) return glue_fault.status;
    int32_t count = graze_difference(pair.a, &pair.pose_a, pair.b, &pair.pose_b, vertices);
    glue_list = (GrazeList){(uint32_t)(uintptr_t)vertices, count};
    return GRAZE_OK;
}
