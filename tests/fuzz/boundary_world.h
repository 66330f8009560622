/*
 * The model that fuzz_boundary.c and the files boundary_*.c compare the boundary with:
 * live objects, the fuzzer's choice of handles and numbers, and checks of answers and failures.
 */
#ifndef FUZZ_BOUNDARY_WORLD_H
#define FUZZ_BOUNDARY_WORLD_H

#include "boundary.h"
#include "input.h"

enum {
    MAX_THINGS = 96,
    POINTS = 9,
    MAX_PATHS = 4,
    MAX_SEGMENTS = 2,
    MAX_ALL = MAX_PATHS + MAX_SEGMENTS
};

/* Object behind a handle. `parts`: the objects that must stay alive for it, by number. */
typedef struct {
    uint32_t handle;
    HandleKind kind;
    bool is_live;
    bool is_forgotten; /* whether the JavaScript object of a shape was collected */
    int32_t parts[MAX_PATHS], part_count;
    int32_t bodies[MAX_ALL];         /* body of each path and segment of a scene */
    int32_t segment_count;           /* segments of a scene's walls */
    float segments[MAX_SEGMENTS][5]; /* ends and radius of each */
    int32_t clock;                   /* clock of a path or scene */
    int32_t capacity, pairs, pieces; /* sizes of a batch */
    int32_t still;                   /* bodies of a batch that stand still */
    int32_t is_double;               /* whether moving discs are double */
    int32_t terms;                   /* coefficients per polynomial, of a motion or a batch */
    int32_t count, views;            /* count of a shape's vertices, of steps, of views */
    GrazePoint vertices[POINTS];     /* vertices of a convex shape */
    GrazeShape compound;             /* the core's shape of a compound */
    GrazeSolid solid;                /* the core's body in space */
    void* storage;                   /* storage of either; NULL for anything else */
    struct KeptRoutes* kept;         /* model of kept routes; NULL for anything else */
} Thing;

typedef struct {
    Input* input;
    Thing things[MAX_THINGS];
    int32_t count, calls;
    const char* call;
} World;

extern World world;

void world_print(const void* subject);

/* Reads a number from 0 to count - 1. */
int32_t below(int32_t count);

/* ---- handles ---- */

/* Handle of a kind, mostly live; or any handle, by its number or never issued. -1: unknown. */
typedef struct {
    uint32_t handle;
    int32_t number;
} Picked;

Picked pick(HandleKind kind);

/* Returns whether it is a live object of that kind with live parts. An invented handle may
 * happen to be one. */
bool is_good(Picked picked, HandleKind kind);

/* Returns the live object of a handle; NULL if there is none. */
const Thing* thing_of(Picked picked);
Thing* add_thing(uint32_t handle, HandleKind kind);

/* ---- checks ---- */

/* Checks all objects, after any call. */
void check_world(void);

void check_fault(void);

/* Checks a failure of a call that only takes memory. */
void check_out_of_memory(void);

/* Checks the result of a call. `is_sound`: all handles are live; a failure then has another
 * reason. */
void check_answer(bool has_failed, bool is_sound);

/* Checks that a call has ended with this status, and if it fails with this index, or for want of
 * memory; returns whether it has an answer. */
bool check_status(int32_t status, GrazeStatus expected, int32_t index);

/* Check the record or the list of the last call against those of the core. */
void check_result(const void* expected, size_t size);
void check_list(const void* expected, int32_t count, size_t size);

/* Reads the whole list that the call has made, each byte of which must be accessible. */
void read_list(size_t size);

/* ---- the core's answers ---- */

enum { MAX_RECORDS = 65536 };

/* Room for the list of an answer of the core. */
typedef union {
    GrazeInterval intervals[MAX_RECORDS];
    GrazeSpan spans[MAX_RECORDS];
    GrazeRouteConflict conflicts[MAX_RECORDS];
    double times[MAX_RECORDS];
} CoreList;

extern CoreList core;

/* Returns memory of exactly this size. */
void* room_of(size_t size);

/* ---- numbers ---- */

/* Returns a small number, mostly, or any bits. */
double number(void);

/* Returns the number, or NaN. */
double choice(double usual);

/* Returns the limit of intervals of an answer: so few that some have more, or the default. */
int32_t max_intervals(void);

typedef struct {
    double from, to, tolerance, distance_tolerance;
    int32_t max_iterations, method, touching;
} QueryOptions;

/* Returns options as checked by the JavaScript binding: NaN for omitted ones. */
QueryOptions make_options(int32_t methods);
GrazeMotionOptions motion_options(const QueryOptions* a);

#define QUERY(a)                                                                                   \
    (a).from, (a).to, (a).tolerance, (a).distance_tolerance, (a).max_iterations, (a).method,       \
        (a).touching

/* ---- calls about bodies in space ---- */

void make_solid(void);
void make_solid_compound(void);
void make_solid_mesh(void);
void query_solids(void);

/* Makes batches of the bodies, compares all their answers with the core's, and frees them. */
void query_solid_batches(void);

/* Make motions of such bodies, and ask about them. */
void make_solid_motion(void);
void query_solid_motion(void);
void query_moving_solids(void);
void query_solid_moving_pairs(void);
void query_solid_paths(void);

/* Checks that a body is as the core has made it. */
void check_solid(const Thing* thing);

/* ---- calls about agents ---- */

/* Frees the model of kept routes, or NULL. */
void kept_routes_free(struct KeptRoutes* kept);

void query_moving_spheres(void);
void query_routes(void);
void query_moving_discs(void);
void make_traffic(void);
void add_route(void);
void remove_route(void);
void query_traffic(void);

#endif
