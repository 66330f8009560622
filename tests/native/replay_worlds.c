/* Replays many bodies of which some stand still: all queries of them, and updates. */
#include "replay.h"

#include <math.h>
#include <stdlib.h>

/* A world with room for its answers. */
typedef struct {
    GrazeBodies bodies;
    int32_t count;
    Indexed* indexed;
    const GrazeShape** shapes;
    GrazePlacement* places;
    uint32_t *categories, *masks;
    void* storage;
    GrazeManifoldBatch manifolds;
    GrazeNearBatch found;
    GrazeBodyCastBatch met;
} World;

static void read_world(World* world, int32_t count, int32_t still, int32_t room, int32_t has_seams)
{
    size_t n = (size_t)count;
    size_t m = (size_t)room;
    world->count = count;
    world->indexed = room_of(n * sizeof *world->indexed);
    world->shapes = room_of(n * sizeof(GrazeShape*));
    world->places = room_of(n * sizeof *world->places);
    world->categories = room_of(n * sizeof *world->categories);
    world->masks = room_of(n * sizeof *world->masks);
    for (int32_t k = 0; k < count; k++) {
        read_indexed(&world->indexed[k]);
        read_placement(&world->places[k]);
        world->categories[k] = (uint32_t)read_int();
        world->masks[k] = (uint32_t)read_int();
        world->shapes[k] = &world->indexed[k].shape;
    }
    world->storage = room_of(graze_bodies_size(count, still, room));
    graze_bodies_init(&world->bodies, world->shapes, world->places, count, still, room,
                      world->storage);
    world->bodies.categories = world->categories;
    world->bodies.masks = world->masks;
    world->bodies.seams = has_seams;
    graze_bodies_update(&world->bodies, 0, count);
    world->manifolds = (GrazeManifoldBatch){NULL,
                                            room_of(m),
                                            room_of(m * sizeof(float)),
                                            room_of(m * sizeof(GrazePoint)),
                                            room_of(2 * m * sizeof(GrazePoint)),
                                            room_of(2 * m * sizeof(float)),
                                            room_of(2 * m * sizeof(uint32_t))};
    size_t most = m > n ? m : n;
    world->found = (GrazeNearBatch){room_of(most * sizeof(uint32_t)),
                                    room_of(most * sizeof(uint32_t)),
                                    room_of(most),
                                    room_of(most * sizeof(float)),
                                    room,
                                    &world->manifolds};
    world->met =
        (GrazeBodyCastBatch){room_of(n * sizeof(uint32_t)), room_of(2 * n * sizeof(double)), count};
}

static void free_world(World* world)
{
    for (int32_t k = 0; k < world->count; k++)
        free_indexed(&world->indexed[k]);
    void* const rooms[] = {world->indexed,
                           world->shapes,
                           world->places,
                           world->categories,
                           world->masks,
                           world->storage,
                           world->manifolds.counts,
                           world->manifolds.depths,
                           world->manifolds.normals,
                           world->manifolds.points,
                           world->manifolds.separations,
                           world->manifolds.ids,
                           world->found.first,
                           world->found.second,
                           world->found.relations,
                           world->found.distances,
                           world->met.bodies,
                           world->met.intervals};
    for (size_t k = 0; k < sizeof rooms / sizeof rooms[0]; k++)
        free(rooms[k]);
}

/* Writes the number of pairs and, if they fit, each with its manifold. */
static void write_pairs(const World* world, int32_t count)
{
    const GrazeNearBatch* found = &world->found;
    const GrazeManifoldBatch* manifolds = &world->manifolds;
    write_int(count);
    for (int32_t k = 0; k < count && count <= found->capacity; k++) {
        write_int((int32_t)found->first[k]);
        write_int((int32_t)found->second[k]);
        write_int(found->relations[k]);
        write_int(manifolds->counts[k]);
        write_bytes(&found->distances[k], sizeof(float));
        write_bytes(&manifolds->depths[k], sizeof(float));
        write_bytes(&manifolds->normals[k], sizeof(GrazePoint));
        write_bytes(&manifolds->points[2 * k], 2 * sizeof(GrazePoint));
        write_bytes(&manifolds->separations[2 * k], 2 * sizeof(float));
        write_bytes(&manifolds->ids[2 * k], 2 * sizeof(uint32_t));
    }
}

/* Writes a number of bodies, and them. */
static void write_list(const uint32_t* bodies, int32_t count)
{
    write_int(count);
    write_bytes(bodies, (size_t)count * sizeof *bodies);
}

/* Writes the body that a cast meets first, with that cast, or -1; and all that it meets. */
static void write_casts(World* world, const GrazeBodyCast* cast, const GrazeBodyFilter* filter)
{
    GrazeCast first;
    int32_t body = graze_bodies_cast(&world->bodies, world->count, cast, filter, &first);
    write_int(body);
    if (body >= 0) write_bytes(&first, sizeof first);
    int32_t met = graze_bodies_cast_all(&world->bodies, world->count, cast, filter, &world->met);
    write_list(world->met.bodies, met);
    write_bytes(world->met.intervals, 2 * (size_t)met * sizeof(double));
}

/* Writes how many of some rays meet a body, the body, interval, point and normal of each. */
static void write_rays(World* world, const GrazeBodyCast* cast, const GrazeBodyFilter* filter)
{
    enum { RAYS = 4 };
    const double x = cast->pose.x;
    const double y = cast->pose.y;
    const GrazeRay rays[RAYS] = {{x, y, cast->dx, cast->dy},
                                 {x, y, -cast->dx, -cast->dy},
                                 {x, y, -cast->dy, cast->dx},
                                 {x, y, cast->dy, -cast->dx}};
    int32_t met[RAYS];
    double intervals[2 * RAYS];
    GrazePoint points[RAYS];
    GrazePoint normals[RAYS];
    const GrazeRayBatch out = {met, intervals, points, normals};
    write_int(graze_bodies_cast_rays(&world->bodies, world->count, rays, RAYS, filter,
                                     GRAZE_TOUCHING_CONFLICT, &out));
    write_bytes(met, sizeof met);
    write_bytes(intervals, sizeof intervals);
    write_bytes(points, sizeof points);
    write_bytes(normals, sizeof normals);
}

/*
 * Reads int32 count, still, room, seams; for each body: shape, float[4] placement, int32 category, mask;
 * then one shape; double[9]: x, y, angle, dx, dy, reach, category, mask, number of still bodies that
 * move; for each of these int32 index, float[4] placement. Writes the pairs among all, and between
 * still and other bodies; the bodies near the one, the nearest one; casts of the ray and of the
 * shape along (dx, dy), and of rays that way, back, to the left and to the right; bodies at (x, y) and in the box from there to (dx, dy) beyond; and, after the
 * moves, the pairs among all and the bodies in the box again.
 */
void answer_worlds(void)
{
    World world;
    Indexed one;
    double numbers[9];
    GrazePose pose;
    int32_t count = read_count(1 << 10);
    int32_t still = read_count(count);
    int32_t room = read_count(1 << 20);
    read_world(&world, count, still, room, read_count(1));
    read_indexed(&one);
    read_bytes(numbers, sizeof numbers);
    double x = numbers[0];
    double y = numbers[1];
    double dx = numbers[3];
    double dy = numbers[4];
    double reach = numbers[5];
    const GrazeBodyFilter filter = {(uint32_t)numbers[6], (uint32_t)numbers[7]};
    if (graze_pose(x, y, numbers[2], &pose) != GRAZE_OK) fail("a pose is refused");
    const GrazeBodies* bodies = &world.bodies;
    write_pairs(&world, graze_bodies_near(bodies, count, reach, &world.found));
    write_pairs(&world, graze_bodies_between(bodies, (GrazeRange){still, count - still},
                                             (GrazeRange){0, still}, reach, &world.found));
    GrazeNearBatch near = world.found;
    near.capacity = count;
    int32_t found = graze_bodies_near_one(bodies, count, &one.shape, &pose, reach, &filter, &near);
    write_list(near.second, found);
    for (int32_t k = 0; k < found; k++)
        write_int(near.relations[k]);
    write_bytes(near.distances, (size_t)found * sizeof(float));
    double distance;
    int32_t nearest =
        graze_bodies_nearest(bodies, count, &one.shape, &pose, INFINITY, &filter, &distance);
    write_int(nearest);
    if (nearest >= 0) write_bytes(&distance, sizeof distance);
    const GrazeBodyCast ray = {NULL, {x, y, 1, 0}, dx, dy, GRAZE_TOUCHING_CONFLICT};
    const GrazeBodyCast cast = {&one.shape, pose, dx, dy, GRAZE_TOUCHING_CONFLICT};
    write_casts(&world, &ray, &filter);
    write_casts(&world, &cast, NULL);
    write_rays(&world, &ray, &filter);
    const GrazeShapeBounds box = {fmin(x, x + dx), fmin(y, y + dy), fmax(x, x + dx),
                                  fmax(y, y + dy)};
    write_list(near.second, graze_bodies_at_point(bodies, count, x, y, &filter, near.second));
    write_list(near.second, graze_bodies_in_box(bodies, count, &box, NULL, near.second));
    for (int32_t moves = (int32_t)numbers[8]; moves > 0; moves--) {
        int32_t k = read_count(still - 1);
        read_placement(&world.places[k]);
        graze_bodies_update(&world.bodies, k, k + 1);
    }
    write_pairs(&world, graze_bodies_near(bodies, count, reach, &world.found));
    write_list(near.second, graze_bodies_in_box(bodies, count, &box, &filter, near.second));
    free_world(&world);
    free_indexed(&one);
}
