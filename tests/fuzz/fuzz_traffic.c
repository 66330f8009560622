/*
 * Fuzzes kept routes (graze_traffic_*): sequences of routes that are added, shifted copies of them,
 * removals, moves to more room, and queries. Keys and counts follow a plain model, the boxes contain
 * the parts of their routes, and the answers are those of lists of the same routes, which
 * fuzz_routes.c checks.
 */
#include "check.h"
#include "routes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 12, CALLS = 24, QUERIES = 4, SPANS = 400, NO_KEY = -1 };

/* Most conflicts of a route with all kept ones. */
enum { MAX_CONFLICTS = 2 * ROUTE_PARTS * ROUTE_PARTS * KEYS };

typedef struct {
    MadeRoute made;
    GrazeTrafficBox* boxes; /* room for exactly one box of each part */
    bool is_kept;
} Kept;

typedef struct {
    SphereKind kind;
    GrazeTraffic traffic;
    void* storage;
    Kept kept[KEYS];    /* by key */
    int32_t free[KEYS]; /* free keys that have been in use, the one freed last at the end */
    int32_t free_count, key_count, live_count;
    int32_t query_count;
    MadeRoute own; /* route of a query */
    GrazeRouteOptions options;
} Subject;

static void print_subject(const void* subject)
{
    const Subject* s = subject;
    char name[16];
    fprintf(stderr, "  from %a to %a, reading %d, ends %d\n", s->options.from, s->options.to,
            (int)s->options.touching, (int)s->options.ends);
    for (int32_t k = 0; k < s->key_count; k++) {
        if (!s->kept[k].is_kept) continue;
        snprintf(name, sizeof name, "route %d", (int)k);
        route_print(name, &s->kept[k].made.route);
    }
    if (s->own.spheres != NULL) route_print("own route", &s->own.route);
}

static void* room_of(size_t size)
{
    void* room = malloc(size > 0 ? size : 1);
    if (room == NULL) abort();
    return room;
}

/* ---- state ---- */

/* Returns whether a value is at most another one, up to the rounding of the latter to float32, where
 * large ones become infinite. */
static bool is_at_most(long double value, float end, long double slack)
{
    if (isinf(end)) return end > 0 || value <= -FLT_MAX;
    return value <= end + (0x1p-23L * fabsl((long double)end) + slack);
}

/* Checks that a box contains a part at a time, which may be infinite for a stay. */
static void check_box_at(const GrazeTraffic* traffic, const GrazeTrafficBox* box,
                         const ExactPiece* part, long double t)
{
    for (int axis = 0; axis < 4; axis++) {
        long double late = part->lasts > 0 ? t - part->start : 0;
        long double at = t;
        long double reach = 0;
        if (axis < 3) {
            at = part->place[axis] + part->gone[axis] +
                 late * (part->velocity[axis] + late * part->acceleration[axis] / 2);
            reach = part->radius;
        }
        at -= traffic->origin[axis];
        long double slack = part->blur + 0x1p-149L;
        CHECK(is_at_most(at + reach, box->hi[axis], slack), "axis %d: %La and %La, up to %a", axis,
              at, reach, box->hi[axis]);
        CHECK(is_at_most(reach - at, -box->lo[axis], slack), "axis %d: %La and %La, from %a", axis,
              at, reach, box->lo[axis]);
    }
}

/* Checks that each part is in its box; returns the largest time of the route. */
static double check_boxes(const GrazeTraffic* traffic, const Kept* kept)
{
    const GrazeRoute* route = &kept->made.route;
    for (int32_t k = -1; k < route_part_end(route); k++) {
        ExactPiece part;
        if (!exact_part_of(route, k, 0, &part)) continue;
        for (int i = 0; i <= 4; i++) {
            bool is_inside = i > 0 && i < 4;
            if (is_inside && part.lasts == 0) continue;
            long double t = i == 0   ? part.from
                            : i == 4 ? part.to
                                     : part.from + (part.to - part.from) * i / 4;
            check_box_at(traffic, &kept->boxes[k + 1], &part, t);
        }
    }
    return fmax(fabs(route->pieces->t0), fabs(route->pieces[route->count - 1].t1));
}

static void check_state(const Subject* s)
{
    const GrazeTraffic* traffic = &s->traffic;
    int32_t first_free = s->free_count > 0 ? s->free[s->free_count - 1] : NO_KEY;
    int32_t next = first_free != NO_KEY ? first_free : s->key_count;
    double time_size = 0;
    CHECK(traffic->route_count == s->key_count && traffic->live_count == s->live_count,
          "%d routes of %d keys, expected %d of %d", traffic->live_count, traffic->route_count,
          s->live_count, s->key_count);
    CHECK(traffic->first_free == first_free && graze_traffic_key(traffic) == next,
          "key %d and then %d, expected %d and %d", traffic->first_free, graze_traffic_key(traffic),
          first_free, next);
    for (int32_t k = -1; k <= s->key_count; k++) {
        bool is_kept = k >= 0 && k < s->key_count && s->kept[k].is_kept;
        CHECK(graze_traffic_has(traffic, k) == is_kept, "key %d", k);
        if (is_kept) time_size = fmax(time_size, check_boxes(traffic, &s->kept[k]));
    }
    CHECK(same_bits(traffic->time_size, time_size), "%a, expected %a", traffic->time_size,
          time_size);
}

/* ---- changes ---- */

static void move_to(Subject* s, int32_t capacity)
{
    void* storage = room_of(graze_traffic_size(capacity));
    graze_traffic_move(&s->traffic, capacity, storage);
    free(s->storage);
    s->storage = storage;
    CHECK(s->traffic.capacity == capacity, "%d, expected %d", s->traffic.capacity, capacity);
}

/* Keeps a valid route, or frees it. */
static void keep(Subject* s, MadeRoute made)
{
    int32_t key = s->free_count > 0 ? s->free[s->free_count - 1] : s->key_count;
    if (key == KEYS || !route_checked(&made.route)) {
        free(made.spheres);
        return;
    }
    if (s->free_count > 0)
        s->free_count--;
    else
        s->key_count++;
    if (key >= s->traffic.capacity) move_to(s, key + 1);
    Kept* kept = &s->kept[key];
    *kept = (Kept){made, room_of((2 * (size_t)made.route.count + 1) * sizeof *kept->boxes), true};
    s->live_count++;
    int32_t found = graze_traffic_add(&s->traffic, &made.route, kept->boxes);
    CHECK(found == key, "key %d, expected %d", found, key);
}

static void add_route(Input* input, Subject* s)
{
    MadeRoute made;
    route_read(input, &s->kind, &made);
    keep(s, made);
}

/* Returns a kept route, from that number on; NULL if there is none. */
static Kept* pick_kept(Input* input, Subject* s)
{
    int32_t from = input_below(input, KEYS);
    for (int32_t k = 0; k < KEYS; k++) {
        Kept* kept = &s->kept[(from + k) % KEYS];
        if (kept->is_kept) return kept;
    }
    return NULL;
}

/* Copies a kept route to another place and time. */
static MadeRoute copy_shifted(Input* input, Subject* s, const Kept* kept)
{
    const GrazeRoute* route = &kept->made.route;
    double length = s->kind.length_unit;
    double dx = (double)input_int(input, s->kind.place_bits) * length;
    double dy = (double)input_int(input, s->kind.place_bits) * length;
    double dt = (double)input_int(input, s->kind.time_bits) * s->kind.time_unit;
    MadeRoute copy = {room_of((size_t)route->count * sizeof *copy.spheres), *route};
    copy.route.pieces = copy.spheres;
    for (int32_t k = 0; k < route->count; k++) {
        copy.spheres[k] = route->pieces[k];
        copy.spheres[k].x += dx;
        copy.spheres[k].y += dy;
        copy.spheres[k].t0 += dt;
        copy.spheres[k].t1 += dt;
    }
    return copy;
}

static void add_copy(Input* input, Subject* s)
{
    const Kept* kept = pick_kept(input, s);
    if (kept != NULL) keep(s, copy_shifted(input, s, kept));
}

static void release(Kept* kept)
{
    free(kept->made.spheres);
    free(kept->boxes);
    *kept = (Kept){.is_kept = false};
}

static void remove_route(Input* input, Subject* s)
{
    Kept* kept = pick_kept(input, s);
    if (kept == NULL) return;
    int32_t key = (int32_t)(kept - s->kept);
    graze_traffic_remove(&s->traffic, key);
    release(kept);
    s->live_count--;
    s->free[s->free_count++] = key;
}

static void move_routes(Input* input, Subject* s)
{
    move_to(s, s->traffic.capacity + input_below(input, 4));
}

/* ---- queries ---- */

static int32_t list_routes(const Subject* s, GrazeRoute list[KEYS], int32_t keys[KEYS])
{
    int32_t count = 0;
    for (int32_t k = 0; k < s->key_count; k++) {
        if (!s->kept[k].is_kept) continue;
        list[count] = s->kept[k].made.route;
        keys[count++] = k;
    }
    return count;
}

/* Returns the spans of the kept routes: delays of a route, or the times of a place. */
static int32_t find_spans(const Subject* s, bool are_delays, GrazeSpan* out, int32_t capacity)
{
    const GrazeRoute* own = &s->own.route;
    return are_delays
               ? graze_traffic_delays(&s->traffic, own, &s->options, out, capacity)
               : graze_traffic_contacts(&s->traffic, own->pieces, &s->options, out, capacity);
}

static void check_spans(const Subject* s, bool are_delays, int32_t room)
{
    GrazeSpan expected[SPANS];
    GrazeSpan spans[SPANS];
    GrazeRoute list[KEYS];
    int32_t keys[KEYS];
    const char* what = are_delays ? "delays" : "contacts";
    const GrazeMovingSphere* own = s->own.spheres;
    const GrazeMovingSphere still = {.x = own->x, .y = own->y, .z = own->z, .radius = own->radius};
    const GrazeRoute place = {&still, 1, GRAZE_STAY, GRAZE_STAY};
    int32_t others = list_routes(s, list, keys);
    int32_t count = (are_delays ? graze_route_delays : graze_route_contacts)(
        are_delays ? &s->own.route : &place, list, others, &s->options, expected, SPANS);
    int32_t found = find_spans(s, are_delays, spans, SPANS);
    /* Whether spans fit before they are merged depends on their order. */
    if (count > SPANS || found > SPANS) return;
    CHECK(found == count, "%d %s, a list of the routes has %d", found, what, count);
    for (int32_t k = 0; k < count; k++) {
        CHECK(same_bytes(&spans[k], &expected[k], sizeof *spans),
              "%s [%a, %a], a list of the routes has [%a, %a]", what, spans[k].begin, spans[k].end,
              expected[k].begin, expected[k].end);
    }
    GrazeSpan* some = room_of((size_t)room * sizeof *some);
    found = find_spans(s, are_delays, some, room);
    CHECK(found == room + 1 || (found == count && found <= room), "%d with room for %d, else %d",
          found, room, count);
    if (found <= room)
        CHECK(same_bytes(some, spans, (size_t)found * sizeof *some), "room for %d", room);
    free(some);
}

static int compare_conflicts(const void* p, const void* q)
{
    return route_conflict_is_before(p, q) ? -1 : 1;
}

/* Lists the conflicts with all kept routes, of which those that only touch may be left out. */
static int32_t list_conflicts(const Subject* s, GrazeTouching touching, GrazeRouteConflict* out)
{
    GrazeRoute list[KEYS];
    int32_t keys[KEYS];
    int32_t others = list_routes(s, list, keys);
    int32_t kept = 0;
    for (int32_t k = 0; k < others; k++) {
        GrazeRouteConflict* own = out + kept;
        int32_t count = graze_route_conflicts(&s->own.route, &list[k], own, MAX_CONFLICTS - kept);
        for (int32_t i = 0; i < count; i++) {
            if (touching == GRAZE_TOUCHING_ALLOWED && own[i].relation == GRAZE_TOUCHING) continue;
            out[kept] = own[i];
            out[kept++].route = keys[k];
        }
    }
    qsort(out, (size_t)kept, sizeof *out, compare_conflicts);
    return kept;
}

static void print_conflict(const char* name, const GrazeRouteConflict* c)
{
    fprintf(stderr, "  %s: parts %d and %d of %d, [%a, %a], %a at %a, relation %d\n", name,
            c->first, c->second, c->route, c->begin, c->end, c->separation, c->time, c->relation);
}

static void check_conflicts(const Subject* s, int32_t room)
{
    static GrazeRouteConflict expected[MAX_CONFLICTS];
    static GrazeRouteConflict conflicts[MAX_CONFLICTS];
    GrazeTouching touching = s->options.touching;
    const GrazeRoute* own = &s->own.route;
    int32_t count = list_conflicts(s, touching, expected);
    int32_t found = graze_traffic_conflicts(&s->traffic, own, touching, conflicts, MAX_CONFLICTS);
    CHECK(found == count, "%d conflicts, each route for itself has %d", found, count);
    for (int32_t k = 0; k < count; k++) {
        if (same_bytes(&conflicts[k], &expected[k], sizeof *conflicts)) continue;
        print_conflict("found", &conflicts[k]);
        print_conflict("expected", &expected[k]);
        CHECK(false, "conflict %d of %d", k, count);
    }
    GrazeRouteConflict first;
    bool has_first = graze_traffic_first_conflict(&s->traffic, own, touching, &first);
    CHECK(has_first == (count > 0), "a first one of %d: %d", count, has_first);
    if (has_first && !same_bytes(&first, &expected[0], sizeof first)) {
        print_conflict("first", &first);
        print_conflict("expected", &expected[0]);
        CHECK(false, "the first one of %d", count);
    }
    GrazeRouteConflict* some = room_of((size_t)room * sizeof *some);
    found = graze_traffic_conflicts(&s->traffic, own, touching, some, room);
    CHECK(found == (count <= room ? count : room + 1), "%d with room for %d, else %d", found, room,
          count);
    if (found <= room)
        CHECK(same_bytes(some, expected, (size_t)found * sizeof *some), "room for %d", room);
    free(some);
}

static double read_limit(Input* input, double usual, double clock)
{
    return input_below(input, 4) != 3 ? usual : clock + (double)input_int(input, 6);
}

/* Queries by a new route, or by a shifted copy of a kept one. */
static void query(Input* input, Subject* s)
{
    if (s->query_count++ == QUERIES) return;
    const Kept* kept = input_below(input, 2) ? pick_kept(input, s) : NULL;
    if (kept != NULL)
        s->own = copy_shifted(input, s, kept);
    else
        route_read(input, &s->kind, &s->own);
    s->options.from = read_limit(input, -INFINITY, s->kind.clock);
    s->options.to = read_limit(input, INFINITY, s->kind.clock);
    s->options.touching = input_below(input, 2) ? GRAZE_TOUCHING_ALLOWED : GRAZE_TOUCHING_CONFLICT;
    s->options.ends = input_below(input, 2) ? GRAZE_SPAN_ENDS_SAFE : GRAZE_SPAN_ENDS_CONTACT;
    int32_t room = input_below(input, 8);
    if (route_checked(&s->own.route)) {
        check_spans(s, true, room);
        check_spans(s, false, room);
        check_conflicts(s, room);
    }
    free(s->own.spheres);
    s->own.spheres = NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static void (*const CALL[])(Input*, Subject*) = {add_route,    add_route,   add_copy, add_copy,
                                                     remove_route, move_routes, query,    query};
    Input input = {data, size};
    Subject s;
    memset(&s, 0, sizeof s);
    check_subject(print_subject, &s);
    s.kind = sphere_kind_read(&input);
    graze_traffic_init(&s.traffic);
    CHECK(s.traffic.capacity == 0, "%d", s.traffic.capacity);
    check_state(&s);
    for (int32_t k = 0; k < CALLS && input.left > 0; k++) {
        CALL[input_below(&input, (int32_t)(sizeof CALL / sizeof *CALL))](&input, &s);
        check_state(&s);
    }
    for (int32_t k = 0; k < KEYS; k++)
        release(&s.kept[k]);
    free(s.storage);
    return 0;
}
