/* Candidates of a planner: groups of bodies of a batch, each queried against a scene. */
#include "../core/batch.h"
#include "scene.h"

#include <math.h>
#include <stddef.h>

/* A path of a body of a batch; its storage follows it. */
typedef struct {
    _Alignas(16) GrazePath path;
} PathRoom;

/*
 * The candidates of a call.
 *   bodies, count   the bodies of the batch, of which groups divide the first `count`
 *   selected        groups that are queried, `selected_count` of them; if that is negative, all
 *                   groups are queried
 *   group_count     number of groups
 *   are_together    whether the paths of a group exist at the same time
 *   path_room       room for the path of any one body, or for those of any one group; NULL for a
 *                   scene without paths
 *   paths           room for the addresses of the paths of a group
 */
typedef struct {
    const Batch* batch;
    SceneBlock* scene;
    const GrazeMovingBody* bodies;
    int32_t count, group_size, group_count, selected_count;
    const uint32_t* selected;
    const GrazeClock* clock;
    bool are_together;
    PathRoom* path_room;
    const GrazePath** paths;
} Candidates;

/* Returns the group with this index, which is below the number of groups. */
static GlueGroup group_at(const Candidates* candidates, int32_t k)
{
    const int32_t* ends = candidates->batch->view[GRAZE_MOVING_PAIRS_GROUP_ENDS];
    int32_t size = candidates->group_size;
    int32_t begin = size > 0 ? k * size : k > 0 ? ends[k - 1] : 0;
    return (GlueGroup){candidates->batch, size, begin, size > 0 ? begin + size : ends[k], k};
}

/* Returns the number of groups to query, and the i-th of them. */
static int32_t number_queried(const Candidates* candidates)
{
    return candidates->selected_count >= 0 ? candidates->selected_count : candidates->group_count;
}

static GlueGroup queried_group(const Candidates* candidates, int32_t i)
{
    return group_at(candidates,
                    candidates->selected_count >= 0 ? (int32_t)candidates->selected[i] : i);
}

/* Checks the selected groups; a fault has no index, because the caller has checked them. */
static bool check_selected(const Candidates* candidates)
{
    for (int32_t i = 0; i < candidates->selected_count; i++) {
        if (candidates->selected[i] < (uint32_t)candidates->group_count) continue;
        glue_fail(GRAZE_E_BAD_INDEX, -1);
        return false;
    }
    return true;
}

/* Returns the size of the room for a body's path. */
static uint64_t path_room_size(const Candidates* candidates, int32_t k)
{
    size_t size = sizeof(PathRoom) + graze_path_size(&candidates->bodies[k], candidates->clock);
    return (size + 15) & ~(size_t)15;
}

/* Looks up the bodies of the queried groups, and takes room for their paths. */
static bool prepare_bodies(Candidates* candidates)
{
    uint64_t largest = 0;
    uint64_t most = 0;
    candidates->bodies = candidates->batch->view[GLUE_MOVING_PAIRS_RESOLVED];
    for (int32_t i = 0; i < number_queried(candidates); i++) {
        GlueGroup group = queried_group(candidates, i);
        uint64_t total = 0;
        for (int32_t k = group.begin; k < group.end; k++) {
            if (!glue_resolve_moving_body(candidates->batch, (uint32_t)k)) return false;
            uint64_t size = candidates->clock != NULL ? path_room_size(candidates, k) : 0;
            total = candidates->are_together ? total + size : size;
            if (total > largest) largest = total;
        }
        uint64_t parts = (uint64_t)(group.end - group.begin);
        if (parts > most) most = parts;
    }
    if (candidates->clock == NULL) return true;
    /* Addresses follow the paths. */
    uint64_t room = largest + (candidates->are_together ? most : 0) * sizeof(GrazePath*);
    if (room > INT32_MAX) room = INT32_MAX;
    candidates->path_room = glue_allocate_scratch(1, (size_t)room);
    candidates->paths = (const GrazePath**)((uintptr_t)candidates->path_room + (size_t)largest);
    return candidates->path_room != NULL;
}

/* Prepares the candidates, without writing any result; returns false with the fault recorded. */
static bool prepare(Candidates* candidates, uint32_t scene, uint32_t batch)
{
    candidates->batch = batch_get(HANDLE_MOVING_PAIRS, batch);
    if (candidates->batch == NULL) return false;
    candidates->scene = glue_get_scene(scene);
    if (candidates->scene == NULL) {
        glue_fault.index = -3 - glue_fault.index;
        return false;
    }
    candidates->clock = glue_scene_clock(candidates->scene);
    candidates->group_count = glue_count_groups(
        candidates->batch, candidates->count, candidates->batch->capacity, candidates->group_size);
    if (candidates->group_count < 0 || !check_selected(candidates)) return false;
    return prepare_bodies(candidates);
}

/* Returns the body of a path of the scene; -1 for none. */
static int32_t body_of_path(const SceneBlock* scene, int32_t path)
{
    return path >= 0 ? scene->bodies[path] : -1;
}

/* Adds the first contacts of the parts of a group. */
static GrazeGroupContact find_contact(const Candidates* candidates, const GlueGroup* group,
                                      const GrazeMotionOptions* options, GrazeSceneMode mode)
{
    SceneBlock* scene = candidates->scene;
    PathRoom* room = candidates->path_room;
    GrazeSceneContacts* out = &scene->out;
    GrazeGroupContact contact;
    graze_group_clear(&contact);
    contact.lo = contact.hi = INFINITY;
    graze_scene_clear(&scene->scene, out);
    for (int32_t k = group->begin; k < group->end && room != NULL; k++) {
        graze_path_init(&room->path, &candidates->bodies[k], candidates->clock, GRAZE_BOXES_COVER,
                        room + 1);
        graze_scene_first_contacts(&scene->scene, &room->path, k, 0, options, mode, out);
        if (mode == GRAZE_SCENE_ANY && out->found > 0) break;
    }
    return out->earliest >= 0 ? out->contacts[out->earliest] : contact;
}

/* Prepares the candidates of a call, with the list of the selected ones kept where it is. */
static bool prepare_call(Candidates* candidates, uint32_t scene, uint32_t batch)
{
    uintptr_t mark = arena_mark();
    if (candidates->selected_count > 0)
        arena_push((size_t)candidates->selected_count * sizeof *candidates->selected);
    bool is_ready = prepare(candidates, scene, batch);
    arena_release(mark);
    return is_ready;
}

/*
 * Queries groups of bodies 0 to count - 1 of a batch, each body along its own motion, against a
 * scene, and writes the first contact of each group, or any contact, to its entry of the results.
 * The groups are those of graze_wasm_moving_pairs_contacts; if `selected_count` is not negative,
 * only the groups in the list `selected`, of graze_wasm_paths_stage, are queried. Returns the number
 * of queried groups that have a contact, or -1 and a fault, whose index is that of a batch of moving
 * bodies. If the scene is at fault, the index is -3 - i, where i is that of
 * graze_wasm_scene_contacts.
 */
int32_t graze_wasm_scene_first_contacts(uint32_t scene, uint32_t batch, int32_t count,
                                        int32_t group_size, const uint32_t* selected,
                                        int32_t selected_count, OPTIONS_PARAMETERS)
{
    Candidates candidates = {.count = count,
                             .group_size = group_size,
                             .selected = selected,
                             .selected_count = selected_count};
    if (!prepare_call(&candidates, scene, batch)) return -1;
    if (!glue_check_scene_tolerance(candidates.scene, from, to, tolerance)) return -1;
    GrazeMotionOptions options = MOTION_OPTIONS(GRAZE_METHOD_CERTIFIED);
    const GlueGroupResults results = {candidates.batch->view[GRAZE_MOVING_PAIRS_STATUSES],
                                      candidates.batch->view[GRAZE_MOVING_PAIRS_TIMES],
                                      candidates.batch->view[GRAZE_MOVING_PAIRS_CONTACT_BODIES]};
    int32_t* others = candidates.batch->view[GRAZE_MOVING_PAIRS_OTHERS];
    int32_t found = 0;
    for (int32_t i = 0; i < number_queried(&candidates); i++) {
        GlueGroup group = queried_group(&candidates, i);
        GrazeGroupContact contact =
            find_contact(&candidates, &group, &options, (GrazeSceneMode)method);
        others[group.index] = body_of_path(candidates.scene, contact.second);
        found += glue_write_group(&results, group.index, &contact);
    }
    return found;
}

/* Returns the clearance of the body whose parts are those of a group. */
static GrazeSceneClearance find_clearance(const Candidates* candidates, const GlueGroup* group,
                                          const GrazeMotionOptions* options, double limit)
{
    GrazeSceneClearance clearance;
    uintptr_t next = (uintptr_t)candidates->path_room;
    int32_t parts = candidates->path_room != NULL ? group->end - group->begin : 0;
    for (int32_t k = 0; k < parts; k++) {
        PathRoom* room = (PathRoom*)next;
        int32_t body = group->begin + k;
        graze_path_init(&room->path, &candidates->bodies[body], candidates->clock,
                        GRAZE_BOXES_COVER, room + 1);
        candidates->paths[k] = &room->path;
        next += (uintptr_t)path_room_size(candidates, body);
    }
    graze_scene_clearance(&candidates->scene->scene, candidates->paths, parts, options, limit,
                          &clearance);
    return clearance;
}

/*
 * Writes the clearances in a scene of groups of bodies of a batch, as far as they are below `limit`,
 * to their entries of the results. The arguments and the fault are those of
 * graze_wasm_scene_first_contacts; the tolerance is not used. Returns the number of queried groups
 * that come nearer than the limit.
 */
int32_t graze_wasm_scene_clearances(uint32_t scene, uint32_t batch, int32_t count,
                                    int32_t group_size, const uint32_t* selected,
                                    int32_t selected_count, double limit, OPTIONS_PARAMETERS)
{
    Candidates candidates = {.count = count,
                             .group_size = group_size,
                             .selected = selected,
                             .selected_count = selected_count,
                             .are_together = true};
    GrazeMotionOptions options = MOTION_OPTIONS((GrazeContactMethod)method);
    if (!prepare_call(&candidates, scene, batch)) return -1;
    double* clearances = candidates.batch->view[GRAZE_MOVING_PAIRS_CLEARANCES];
    uint8_t* statuses = candidates.batch->view[GRAZE_MOVING_PAIRS_CLEARANCE_STATUSES];
    int32_t* bodies = candidates.batch->view[GRAZE_MOVING_PAIRS_CONTACT_BODIES];
    int32_t* others = candidates.batch->view[GRAZE_MOVING_PAIRS_OTHERS];
    int32_t found = 0;
    for (int32_t i = 0; i < number_queried(&candidates); i++) {
        GlueGroup group = queried_group(&candidates, i);
        GrazeSceneClearance clearance = find_clearance(&candidates, &group, &options, limit);
        size_t k = (size_t)group.index;
        clearances[3 * k] = clearance.lo;
        clearances[3 * k + 1] = clearance.hi;
        clearances[3 * k + 2] = clearance.time;
        statuses[k] = (uint8_t)clearance.status;
        bodies[2 * k] = clearance.part >= 0 ? group.begin + clearance.part : -1;
        bodies[2 * k + 1] = clearance.path;
        others[k] = body_of_path(candidates.scene, clearance.path);
        found += clearance.path >= 0;
    }
    return found;
}
