#include "velocity_obstacle.h"

const Dd graze_dd_zero[AXES] = {{0, 0}, {0, 0}, {0, 0}};
const Dd graze_dd_upwards[AXES] = {{0, 0}, {0, 0}, {1, 0}};

void graze_dd_add_scaled(Dd* out, const Dd* p, Dd k, const Dd* q)
{
    for (int i = 0; i < AXES; i++)
        out[i] = graze_dd_add(p[i], graze_dd_mul(k, q[i]));
}

void graze_dd_cross(const Dd* p, const Dd* q, Dd* out)
{
    for (int i = 0; i < AXES; i++)
        out[i] = graze_dd_minor(p, q, (i + 1) % AXES, (i + 2) % AXES);
}

Dd graze_dd_cross_along(const Dd* normal, const Dd* p, const Dd* q)
{
    Dd product[AXES];
    graze_dd_cross(p, q, product);
    return dot(normal, product);
}

/*
 * The velocity obstacle. At the first time at which both agents exist let p be the position of
 * agent 2 relative to agent 1. Agent 1 with velocity v1 is in contact a time t later if
 * |(v1 - v2) t - p| <= R, so if v1 - v2 lies in the disc about p / t with radius R / t. These discs
 * all touch the two tangents from the origin to the disc about p. With c = p.p - R^2 > 0 and p' the
 * quarter turn of p, the tangents have the directions
 *
 *   (sqrt(c) p +- R p') / p.p
 *
 * (their squares are (c + R^2) / p.p = 1; R / |p| is the sine of the angle). c is the only
 * difference here, and it is a difference of squares that carry 106 bits.
 */
typedef struct {
    Dd p[AXES];
    Dd reach;
    double time;  /* first time at which both agents exist */
    double scale; /* power of two by which lengths are multiplied: the largest lies in [1, 2) */
    int32_t axes; /* 3, or 2 if both stay in the plane z = 0 */
} VelocityQuery;

/*
 * Prepares a query of agents whose other lengths are at most `size`; returns false for two that
 * never exist at the same time.
 */
static bool begin_query(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                        double size, VelocityQuery* query)
{
    double time = max2(sphere1->t0, sphere2->t0);
    if (time > min2(sphere1->t1, sphere2->t1)) return false;
    GrazeSphereAxes axes1 = graze_sphere_axes(sphere1);
    GrazeSphereAxes axes2 = graze_sphere_axes(sphere2);
    Dd elapsed1 = dd_sum(time, -sphere1->t0);
    Dd elapsed2 = dd_sum(time, -sphere2->t0);
    for (int i = 0; i < AXES; i++) {
        Dd displacement1 = graze_dd_mul(elapsed1, dd_from_double(-axes1.velocity[i]));
        Dd displacement2 = graze_dd_mul(elapsed2, dd_from_double(axes2.velocity[i]));
        Dd offset = graze_dd_sub(dd_from_double(axes2.place[i]), dd_from_double(axes1.place[i]));
        Dd p = graze_dd_add(offset, displacement1);
        query->p[i] = graze_dd_add(p, displacement2);
    }
    Dd reach = dd_sum(sphere1->radius, sphere2->radius);
    query->time = time;
    query->axes = common_axes(sphere1, sphere2);
    query->scale = unit_scale(max2(max2(dd_largest(query->p, AXES), reach.hi), size));
    query->reach = dd_scale(reach, query->scale);
    dd_scale_all(query->p, AXES, query->scale);
    return true;
}

/* The length of a tangent is sqrt(c). */
void graze_tangent_point(const Dd* p, const Dd* normal, Dd reach, double side, Dd* out)
{
    Dd square = dot(p, p);
    Dd c = graze_dd_sub(square, graze_dd_mul(reach, reach));
    Dd quarter[AXES];
    graze_dd_cross(normal, p, quarter);
    graze_dd_add_scaled(out, graze_dd_zero, graze_dd_div(c, square), p);
    graze_dd_add_scaled(out, out,
                        dd_scale(graze_dd_div(graze_dd_mul(graze_dd_sqrt(c), reach), square), side),
                        quarter);
}

/*
 * Polygons. The polygon of an agent is the convex hull of its points, rounded by its radius; a disc
 * is one with the single point 0. Agent 1 is in contact a time t later if (v1 - v2) t is within R
 * of this shape:
 *
 *   Q = p + B - A = { p + b - a }
 *
 * the inflated shape of Figure 5 in the report (where A is a disc, so that A = -A). The outlines
 * of B and of -A are found by gift wrapping (Jarvis, "On the identification of the convex hull of
 * a finite set of points in the plane", 1973), from the lowest corner, the left one of two. From
 * there on the edges of both are sorted by their directions, counted from +x counter-clockwise;
 * merged by these they are the outline of Q (de Berg et al., "Computational Geometry", 2008,
 * section 13.3), whose vertices are p + b_j - a_i. Two edges with one direction become one.
 *
 * A line from the origin is a tangent of Q rounded by R if it is one of a disc of radius R about a
 * vertex and has all others on one side. All of these tangents lie within half a turn if the origin
 * is outside, so the left leg of the cone is the one that is furthest to the left.
 *
 * Coordinates are float32. Differences of them are exact; the sign of a cross product can be wrong
 * only where it is below a part in 10^29 of its terms, which moves a vertex by no more.
 */
typedef struct {
    const GrazePoint* points;
    int32_t count;
    double sign;          /* 1, or -1 for the opposite of the polygon */
    int32_t first;        /* lowest corner */
    int32_t corner, next; /* a corner and the one that follows */
    int32_t remaining;    /* edges that may follow; 0 at the end */
    Dd edge[AXES];        /* the edge between the two */
} Hull;

/* The outline of Q: a vertex, and the edge from there to the next one. */
typedef struct {
    const VelocityQuery* query;
    Hull a, b;
    Dd vertex[AXES], edge[AXES];
} Outline;

/* Writes the vector from one point to another. */
static NOINLINE void write_step(const Hull* hull, int32_t from, int32_t to, Dd* out)
{
    const GrazePoint* points = hull->points;
    out[0] = dd_sum(points[to].x * hull->sign, -points[from].x * hull->sign);
    out[1] = dd_sum(points[to].y * hull->sign, -points[from].y * hull->sign);
    out[2] = dd_from_double(0);
}

/* Returns whether the direction is in the second half turn from +x on. */
static bool is_downwards(const Dd* edge)
{
    return edge[1].hi < 0 || (edge[1].hi == 0 && edge[0].hi < 0);
}

static double turn_between(const Dd* p, const Dd* q)
{
    return graze_dd_cross_along(graze_dd_upwards, p, q).hi;
}

/* Finds the edge from the corner: all points are to its left, or on it. */
static NOINLINE void wrap(Hull* hull)
{
    hull->next = hull->corner;
    for (int32_t i = 0; i < hull->count; i++) {
        Dd step[AXES];
        write_step(hull, hull->corner, i, step);
        if (step[0].hi == 0 && step[1].hi == 0) continue;
        double turn = hull->next == hull->corner ? -1 : turn_between(hull->edge, step);
        bool is_further =
            fabs(step[0].hi) + fabs(step[1].hi) > fabs(hull->edge[0].hi) + fabs(hull->edge[1].hi);
        if (turn > 0 || (turn == 0 && !is_further)) continue;
        hull->next = i;
        graze_dd_add_scaled(hull->edge, step, graze_dd_zero[0], graze_dd_zero);
    }
    if (hull->next == hull->corner) hull->remaining = 0;
}

/* Begins at the lowest corner. */
static NOINLINE void begin_hull(Hull* hull, const GrazeMovingPolygon* polygon, double sign)
{
    static const GrazePoint center = {0, 0};
    bool is_disc = polygon->count == 0;
    *hull = (Hull){.points = is_disc ? &center : polygon->points,
                   .count = polygon->count,
                   .sign = sign,
                   .remaining = polygon->count};
    for (int32_t i = 1; i < hull->count; i++) {
        Dd step[AXES];
        write_step(hull, hull->first, i, step);
        if (is_downwards(step)) hull->first = i;
    }
    hull->corner = hull->first;
    wrap(hull);
}

/*
 * Adds the edge to `sum`, times a power of two, and moves on. A product of double-doubles could not
 * take the scale of subnormal lengths.
 */
static NOINLINE void take_edge(Hull* hull, double scale, Dd* sum)
{
    dd_scale_all(hull->edge, AXES, scale);
    graze_dd_add_scaled(sum, sum, dd_from_double(1), hull->edge);
    hull->corner = hull->next;
    hull->remaining = hull->corner == hull->first ? 0 : hull->remaining - 1;
    wrap(hull);
}

static NOINLINE void write_vertex(Outline* outline)
{
    GrazePoint a = outline->a.points[outline->a.corner];
    GrazePoint b = outline->b.points[outline->b.corner];
    Dd difference[] = {dd_sum(b.x, -a.x), dd_sum(b.y, -a.y), {0, 0}};
    dd_scale_all(difference, AXES, outline->query->scale);
    graze_dd_add_scaled(outline->vertex, outline->query->p, dd_from_double(1), difference);
}

/* Begins the outline, before its first edge; that of two single points has none. */
static void begin_outline(Outline* outline, const VelocityQuery* query,
                          const GrazeMovingPolygon* polygon1, const GrazeMovingPolygon* polygon2)
{
    outline->query = query;
    begin_hull(&outline->a, polygon1, -1);
    begin_hull(&outline->b, polygon2, 1);
    write_vertex(outline);
}

static bool has_edges(const Outline* outline)
{
    return outline->a.remaining > 0 || outline->b.remaining > 0;
}

/* Finds the next edge, that of A, of B, or of both if they are parallel; none after the last. */
static NOINLINE bool find_edge(Outline* outline)
{
    Hull* a = &outline->a;
    Hull* b = &outline->b;
    if (!has_edges(outline)) return false;
    double order = is_downwards(a->edge) - is_downwards(b->edge);
    if (order == 0) order = -turn_between(a->edge, b->edge);
    if (a->remaining == 0) order = 1;
    if (b->remaining == 0) order = -1;
    write_vertex(outline);
    graze_dd_add_scaled(outline->edge, graze_dd_zero, graze_dd_zero[0], graze_dd_zero);
    if (order <= 0) take_edge(a, outline->query->scale, outline->edge);
    if (order >= 0) take_edge(b, outline->query->scale, outline->edge);
    return true;
}

static bool is_in_reach(const Outline* outline, const Dd* p, const Dd* d)
{
    Dd first;
    Dd last;
    return graze_within_reach(p, d, 2, outline->query->reach, &first, &last);
}

/*
 * Returns whether Q comes within R of the origin while it moves by d. Two that are apart are
 * nearest at a vertex of Q and a point of the path, or at an end of the path and a point of an
 * edge; else the path crosses an edge, or begins inside Q, to the left of all edges.
 */
static NOINLINE bool outline_meets(const Outline* begun, const Dd* d)
{
    Outline outline = *begun;
    bool is_inside = has_edges(begun);
    if (is_in_reach(begun, begun->vertex, d)) return true;
    while (find_edge(&outline)) {
        const Dd* vertex = outline.vertex;
        const Dd* edge = outline.edge;
        Dd end[AXES];
        Dd next[AXES];
        graze_dd_add_scaled(end, d, dd_from_double(1), vertex);
        graze_dd_add_scaled(next, edge, dd_from_double(1), vertex);
        if (is_in_reach(begun, vertex, d) || is_in_reach(begun, vertex, edge) ||
            is_in_reach(begun, end, edge))
            return true;
        bool is_left = turn_between(vertex, edge) > 0;
        bool is_crossed = is_left != (turn_between(end, edge) > 0) &&
                          (turn_between(d, vertex) > 0) != (turn_between(d, next) > 0);
        if (is_crossed) return true;
        is_inside = is_inside && is_left;
    }
    return is_inside;
}

/* Returns the unit vector along a leg of the cone. */
static NOINLINE GrazeVec cone_leg(const Outline* begun, double side)
{
    Outline outline = *begun;
    Dd reach = begun->query->reach;
    Dd leg[AXES];
    graze_tangent_point(begun->vertex, graze_dd_upwards, reach, side, leg);
    while (find_edge(&outline)) {
        Dd other[AXES];
        graze_tangent_point(outline.vertex, graze_dd_upwards, reach, side, other);
        if (turn_between(leg, other) * side > 0)
            graze_dd_add_scaled(leg, other, graze_dd_zero[0], graze_dd_zero);
    }
    /* For a point within rounding of the origin, any direction is a valid tangent. */
    double unit = unit_scale(dd_largest(leg, AXES));
    GrazeVec direction = vec(leg[0].hi * unit, leg[1].hi * unit);
    double length = vec_length(direction);
    return length > 0 ? vec_div(direction, length) : vec(0, 0);
}

/* Returns the largest coordinate of the points. */
static double polygon_size(const GrazeMovingPolygon* polygon)
{
    double size = 0;
    for (int32_t i = 0; i < polygon->count; i++)
        size = max2(size, max2(fabs(polygon->points[i].x), fabs(polygon->points[i].y)));
    return size;
}

static bool begin_polygon_query(const GrazeMovingPolygon* polygon1,
                                const GrazeMovingPolygon* polygon2, VelocityQuery* query)
{
    GrazeMovingSphere sphere1 = sphere_from_disc(&polygon1->disc);
    GrazeMovingSphere sphere2 = sphere_from_disc(&polygon2->disc);
    double size = max2(polygon_size(polygon1), polygon_size(polygon2));
    return begin_query(&sphere1, &sphere2, size, query);
}

GrazeStatus graze_moving_polygon_check(const GrazeMovingPolygon* polygon)
{
    GrazeStatus status = graze_moving_disc_check(&polygon->disc);
    for (int32_t i = 0; i < polygon->count && status == GRAZE_OK; i++) {
        if (!isfinite(polygon->points[i].x) || !isfinite(polygon->points[i].y))
            status = GRAZE_E_NOT_FINITE;
    }
    return status;
}

int32_t graze_polygon_velocity_obstacle(const GrazeMovingPolygon* polygon1,
                                        const GrazeMovingPolygon* polygon2, double horizon,
                                        GrazeVelocityObstacle* out, GrazeVelocity* cut)
{
    VelocityQuery query;
    const GrazeMovingDisc* disc2 = &polygon2->disc;
    *out = (GrazeVelocityObstacle){.apex_x = disc2->vx,
                                   .apex_y = disc2->vy,
                                   .cut_x = disc2->vx,
                                   .cut_y = disc2->vy,
                                   .horizon = horizon,
                                   .kind = GRAZE_OBSTACLE_NOTHING};
    if (!begin_polygon_query(polygon1, polygon2, &query)) return 0;
    Outline outline;
    begin_outline(&outline, &query, polygon1, polygon2);
    out->kind = GRAZE_OBSTACLE_EVERYTHING;
    if (outline_meets(&outline, graze_dd_zero)) return 0;
    out->kind = GRAZE_OBSTACLE_CONE;
    GrazeVec left = cone_leg(&outline, 1);
    GrazeVec right = cone_leg(&outline, -1);
    out->left_x = left.x;
    out->left_y = left.y;
    out->right_x = right.x;
    out->right_y = right.y;
    out->cut_x += query.p[0].hi / query.scale / horizon;
    out->cut_y += query.p[1].hi / query.scale / horizon;
    out->cut_radius = query.reach.hi / query.scale / horizon;
    if (cut == NULL || horizon == INFINITY) return 0;
    int32_t count = 0;
    do {
        find_edge(&outline);
        cut[count++] = (GrazeVelocity){disc2->vx + outline.vertex[0].hi / query.scale / horizon,
                                       disc2->vy + outline.vertex[1].hi / query.scale / horizon};
    } while (has_edges(&outline));
    return count;
}

void graze_velocity_obstacle(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2,
                             double horizon, GrazeVelocityObstacle* out)
{
    const GrazeMovingPolygon polygon1 = {*disc1, NULL, 0};
    const GrazeMovingPolygon polygon2 = {*disc2, NULL, 0};
    graze_polygon_velocity_obstacle(&polygon1, &polygon2, horizon, out, NULL);
}

/*
 * In space the obstacle is the cone about p in which the sine of the half angle is R / |p|. Its
 * sections through the axis are the cones of discs above.
 */
void graze_velocity_cone(const GrazeMovingSphere* sphere1, const GrazeMovingSphere* sphere2,
                         GrazeVelocityCone* out)
{
    VelocityQuery query;
    *out = (GrazeVelocityCone){.kind = GRAZE_OBSTACLE_NOTHING};
    if (!begin_query(sphere1, sphere2, 0, &query)) return;
    out->kind = GRAZE_OBSTACLE_EVERYTHING;
    if (is_within(query.p, query.reach)) return;
    out->kind = GRAZE_OBSTACLE_CONE;
    Dd square = dot(query.p, query.p);
    Dd tangent_square = graze_dd_sub(square, graze_dd_mul(query.reach, query.reach));
    double distance = sqrt(square.hi);
    for (int i = 0; i < AXES; i++) {
        out->axis[i] = query.p[i].hi / distance;
        out->offset[i] = query.p[i].hi / query.scale;
    }
    out->reach = query.reach.hi / query.scale;
    out->sin = query.reach.hi / distance;
    out->cos = sqrt(tangent_square.hi) / distance;
}

GrazeStatus graze_velocity_sphere_check(const GrazeMovingSphere* sphere)
{
    GrazeMovingDisc disc = disc_from_sphere(sphere);
    return is_plane_sphere(sphere) ? graze_moving_disc_check(&disc)
                                   : graze_moving_sphere_check(sphere);
}

/*
 * Decides membership in double: returns 1, 0 or, if rounding leaves both possible, -1. With
 * v = v1 - v2, p as above and h = p.v the least distance is |p x v| / |v| if 0 < h < T v.v, |p| if
 * h <= 0, and |T v - p| for a horizon T before that.
 */
static int32_t filter_membership(const GrazeMovingSphere* disc1, const GrazeMovingSphere* disc2,
                                 double vx, double vy, double horizon)
{
    double time = max2(disc1->t0, disc2->t0);
    double elapsed1 = time - disc1->t0;
    double elapsed2 = time - disc2->t0;
    GrazeVec offset = vec(disc2->x - disc1->x, disc2->y - disc1->y);
    GrazeVec displacement1 = vec(disc1->vx * elapsed1, disc1->vy * elapsed1);
    GrazeVec displacement2 = vec(disc2->vx * elapsed2, disc2->vy * elapsed2);
    GrazeVec p = vec_add(offset, vec_sub(displacement2, displacement1));
    GrazeVec v = vec(vx - disc2->vx, vy - disc2->vy);
    double reach = disc1->radius + disc2->radius;
    double speed = vec_length(v);
    double size = vec_norm1(offset) + vec_norm1(displacement1) + vec_norm1(displacement2) + reach;
    double error = GRAZE_VELOCITY_FILTER_ERROR * size;
    bool is_plain = size > 0x1p-400 && size < 0x1p+400 && speed > 0x1p-400 && speed < 0x1p+400;
    if (!is_plain) return -1;
    double distance = vec_length(p);
    if (distance < reach - error) return 1;
    double across = fabs(vec_cross(p, v));
    if (across > (reach + error) * speed) return 0;
    if (!(distance > reach + error)) return -1;
    double ahead = vec_dot(p, v);
    if (ahead < -error * speed) return 0;
    if (!(across < (reach - error) * speed) || !(ahead > error * speed)) return -1;
    double far = horizon * speed;
    if (far > distance) return 1;
    double remaining = vec_length(vec_mul_add(p, -horizon, v));
    if (remaining < reach - error) return 1;
    return remaining > reach + error && ahead > far * speed ? 0 : -1;
}

/*
 * Membership, if the filter leaves it open or the time is wanted, is the question whether
 * |s d - p| <= R for some s in [0, 1], where d is the displacement at v1 - v2 until the horizon. p
 * and d each have their own scale: the larger coordinate of p is in [1, 2), and so is that of
 * v1 - v2, in whose unit the horizon is `max_time`. A contact begins no further away than |p| < 4,
 * so that clamping `max_time` to 4 does not change the answer; then no horizon is too long, and an
 * infinite one needs no special case. The vertices p + b - a of a polygon have coordinates below 6
 * and are nearer than 9: there it is clamped to 16.
 */
typedef struct {
    Dd d[AXES]; /* -d, the displacement of p */
    double max_time, unit, subnormal_unit;
} Path;

static NOINLINE void set_path(Path* path, const VelocityQuery* query, const double* velocity,
                              const GrazeMovingSphere* sphere2, double horizon, double clamp)
{
    GrazeSphereAxes axes2 = graze_sphere_axes(sphere2);
    for (int i = 0; i < AXES; i++)
        path->d[i] = dd_sum(axes2.velocity[i], -velocity[i]);
    path->unit = unit_scale(dd_largest(path->d, AXES));
    dd_scale_all(path->d, AXES, path->unit);
    /* A subnormal velocity needs two scaling steps; then the time scale may be infinite. */
    path->subnormal_unit = unit_scale(dd_largest(path->d, AXES));
    dd_scale_all(path->d, AXES, path->subnormal_unit);
    double time_scale = path->unit * path->subnormal_unit / query->scale;
    double time = time_scale == INFINITY
                      ? horizon / path->unit / path->subnormal_unit * query->scale
                      : horizon / time_scale;
    path->max_time = min2(time, clamp);
    graze_dd_add_scaled(path->d, graze_dd_zero, dd_from_double(path->max_time), path->d);
}

bool graze_sphere_velocity_is_unsafe(const GrazeMovingSphere* sphere1,
                                     const GrazeMovingSphere* sphere2, double vx, double vy,
                                     double vz, double horizon, double* contact_time)
{
    VelocityQuery query;
    Path path;
    Dd first;
    Dd last;
    const double velocity[] = {vx, vy, vz};
    int32_t axes = vz != 0 ? 3 : common_axes(sphere1, sphere2);
    if (contact_time == NULL) {
        if (max2(sphere1->t0, sphere2->t0) > min2(sphere1->t1, sphere2->t1)) return false;
        int32_t membership = axes == 2 ? filter_membership(sphere1, sphere2, vx, vy, horizon) : -1;
        if (membership >= 0) return membership;
    } else {
        *contact_time = INFINITY;
    }
    if (!begin_query(sphere1, sphere2, 0, &query)) return false;
    set_path(&path, &query, velocity, sphere2, horizon, 4);
    if (!graze_within_reach(query.p, path.d, axes, query.reach, &first, &last)) return false;
    /* 0 times an infinite time scale would be NaN. */
    double elapsed = first.hi * path.max_time;
    double time_scale = path.unit * path.subnormal_unit / query.scale;
    if (elapsed > 0)
        elapsed = time_scale == INFINITY ? elapsed / query.scale * path.unit * path.subnormal_unit
                                         : elapsed * time_scale;
    if (contact_time != NULL) *contact_time = query.time + elapsed;
    return true;
}

bool graze_velocity_is_unsafe(const GrazeMovingDisc* disc1, const GrazeMovingDisc* disc2, double vx,
                              double vy, double horizon, double* contact_time)
{
    GrazeMovingSphere sphere1 = sphere_from_disc(disc1);
    GrazeMovingSphere sphere2 = sphere_from_disc(disc2);
    return graze_sphere_velocity_is_unsafe(&sphere1, &sphere2, vx, vy, 0, horizon, contact_time);
}

bool graze_polygon_velocity_is_unsafe(const GrazeMovingPolygon* polygon1,
                                      const GrazeMovingPolygon* polygon2, double vx, double vy,
                                      double horizon)
{
    VelocityQuery query;
    Path path;
    const double velocity[] = {vx, vy, 0};
    GrazeMovingSphere sphere2 = sphere_from_disc(&polygon2->disc);
    if (!begin_polygon_query(polygon1, polygon2, &query)) return false;
    set_path(&path, &query, velocity, &sphere2, horizon, 16);
    Outline outline;
    begin_outline(&outline, &query, polygon1, polygon2);
    return outline_meets(&outline, path.d);
}
