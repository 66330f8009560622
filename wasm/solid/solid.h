/* Poses of bodies in space, as JavaScript passes them, and queries that may need memory, for all
   calls of the family. */
#ifndef GRAZE_WASM_SOLID_SOLID_H
#define GRAZE_WASM_SOLID_SOLID_H

#include "../core/glue.h"

/* Returns the poses of the next query, which JavaScript fills. */
GrazeSolidPose* graze_wasm_solid_poses(void);

/* Reads a pose whose rotation is a matrix or, where its fifth number is NaN, the quaternion of the
   first four. */
GrazeStatus glue_read_solid_pose(const GrazeSolidPose* from, GrazeSolidPose* pose);

/* Two convex bodies and their poses. */
typedef struct {
    const GrazeSolid *a, *b;
    GrazeSolidPose pose_a, pose_b;
} ConvexSolids;

/* Looks up two convex bodies and reads the staged poses; else returns false, with the fault
   recorded: some queries have no answers for compounds. */
bool glue_get_convex_solids(ConvexSolids* pair, uint32_t a, uint32_t b);

/* Looks up a body and the pose of it that JavaScript has filled: the first (k = 0) or the second. */
GrazeStatus glue_get_solid(int32_t k, uint32_t handle, const GrazeSolid** body,
                           GrazeSolidPose* pose);

/* Checks the numbers of a point or a displacement, which have the limits of a position. */
GrazeStatus glue_check_vector(const double v[3]);

/* A query of the core, which writes its answer to the arguments or to the result. */
typedef GrazeStatus GlueSolidQuery(void* arguments, const GrazeSolidScratch* scratch);

/*
 * Runs a query with its polytope on the stack, and again with memory, with twice as much each time,
 * as long as it runs out of it. Returns the status; without memory it is that of the fault, too. An
 * attempt of a batch ends at the first query that needs more, so that those which fail are short
 * where many need it.
 */
int32_t glue_run_solid(GlueSolidQuery* query, void* arguments);

/* Does the same with that memory behind the first `kept` bytes of scratch memory, which the query
   uses for other things. */
int32_t glue_run_solid_above(size_t kept, GlueSolidQuery* query, void* arguments);

#endif
