#include "relation.h"

/* Gap below which squares of it lose digits. */
#define LEAST_LENGTH 0x1p-400

/* A polytope has a purpose: the relation and perhaps the depth, or a cone of directions. */
typedef struct {
    const SolidPair* pair;
    const SolidSimplex* start;
    bool is_depth;
    SolidFace* face; /* NULL for a cone */
    SolidCone* cone;
} Task;

static bool run(const Task* task, void* memory, int32_t capacity)
{
    if (task->face == NULL)
        return graze_solid_polytope_cone(task->pair, task->start, memory, capacity, task->cone);
    return graze_solid_polytope(task->pair, task->start, task->is_depth, memory, capacity,
                                task->face);
}

static NOINLINE bool run_on_stack(const Task* task)
{
    _Alignas(16) char memory[SOLID_POLYTOPE_BYTES];
    return run(task, memory, SOLID_POLYTOPE_POINTS);
}

/* Runs a task in the caller's memory, if it is larger than that on the stack. */
static bool run_in(const GrazeSolidScratch* scratch, const Task* task)
{
    if (scratch == NULL || scratch->size <= SOLID_POLYTOPE_BYTES) return run_on_stack(task);
    size_t room = scratch->size / graze_solid_polytope_size(1);
    return run(task, scratch->memory, room < INT32_MAX / 8 ? (int32_t)room : INT32_MAX / 8);
}

bool graze_solid_cone(const SolidPair* pair, const SolidSimplex* simplex,
                      const GrazeSolidScratch* scratch, SolidCone* out)
{
    const Task task = {pair, simplex, false, NULL, out};
    return run_in(scratch, &task);
}

bool graze_solid_decide(const SolidPair* pair, bool is_full, bool is_depth,
                        const GrazeSolidScratch* scratch, SolidDecision* out)
{
    bool has_radius = pair->reach > 0;
    SolidCertainty certainty = graze_solid_gjk(pair, is_full, &out->gjk);
    out->relation = out->cores = GRAZE_DISJOINT;
    if (certainty == SOLID_DISJOINT && !is_full) return true;
    if (certainty == SOLID_INSIDE) out->relation = out->cores = GRAZE_OVERLAPPING;
    if (certainty == SOLID_INSIDE && !is_depth) return true;
    /* A floor above 0 proves that the cores are disjoint. */
    if (!(out->gjk.floor > 0)) {
        const Task task = {pair, &out->gjk.simplex, is_depth, &out->face, NULL};
        if (!run_in(scratch, &task)) return false;
        out->cores = out->face.relation;
    }
    out->relation = out->cores;
    if (out->cores != GRAZE_DISJOINT) {
        if (has_radius) out->relation = GRAZE_OVERLAPPING;
        return true;
    }
    if (!has_radius && !is_full) return true;
    graze_solid_nearest(pair, &out->gjk, &out->nearest);
    if (!(out->nearest.length.hi > LEAST_LENGTH)) {
        /* The square of the gap underflows: its direction is that of the plane which separates. */
        GrazeVec3 n = out->face.normal;
        out->nearest.v = vec3_scale(n, -LEAST_LENGTH / vec3_length(n));
        out->nearest.length = dd_from_double(LEAST_LENGTH);
    }
    if (has_radius) {
        int sign = graze_solid_reach_sign(pair, &out->nearest);
        out->relation = sign > 0 ? GRAZE_DISJOINT : sign == 0 ? GRAZE_TOUCHING : GRAZE_OVERLAPPING;
    }
    return true;
}
