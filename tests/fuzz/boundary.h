/*
 * Declarations of the functions that JavaScript calls, as wasm/glue*.c defines them;
 * wasm/boundary.txt lists them. They have no header there, because no C code calls them.
 */
#ifndef FUZZ_BOUNDARY_H
#define FUZZ_BOUNDARY_H

#include "../../wasm/core/glue.h"

/* Parameter lists, as in the files that define the functions. */
#define PAIR_IN                                                                                    \
    uint32_t a, double ax, double ay, double ac, double as, uint32_t b, double bx, double by,      \
        double bc, double bs
#define BODIES_IN      uint32_t handle, int32_t count, uint32_t category, uint32_t mask
#define BODY_IN        uint32_t shape, double x, double y, double cos, double sin
#define MOVING_PAIR_IN uint32_t a, uint32_t motion_a, uint32_t b, uint32_t motion_b
#define QUERY_IN                                                                                   \
    double from, double to, double tolerance, double slack, int32_t budget, int32_t method,        \
        int32_t touching
#define SEGMENTS_IN                                                                                \
    double x1, double y1, double vx1, double vy1, double start1, double end1, double r1,           \
        double x2, double y2, double vx2, double vy2, double start2, double end2, double r2

void* graze_wasm_batch_view(uint32_t handle, int32_t view);
uint32_t graze_wasm_bodies_new(uint32_t capacity, uint32_t pairs, uint32_t still, uint32_t rays,
                               uint32_t has_manifolds, uint32_t has_filters, uint32_t has_seams);
int32_t graze_wasm_bodies_update(uint32_t handle, int32_t from, int32_t end);
int32_t graze_wasm_bodies_changed(uint32_t handle);
int32_t graze_wasm_bodies_near(uint32_t handle, int32_t count, double reach);
int32_t graze_wasm_bodies_between(uint32_t handle, int32_t first, int32_t first_count,
                                  int32_t second, int32_t second_count, double reach);
int32_t graze_wasm_bodies_near_one(BODIES_IN, double reach, BODY_IN);
int32_t graze_wasm_bodies_nearest(BODIES_IN, double at_most, BODY_IN);
int32_t graze_wasm_bodies_cast(BODIES_IN, BODY_IN, double dx, double dy, int32_t touching);
int32_t graze_wasm_bodies_cast_all(BODIES_IN, BODY_IN, double dx, double dy, int32_t touching);
int32_t graze_wasm_bodies_cast_rays(BODIES_IN, int32_t rays, int32_t touching);
int32_t graze_wasm_bodies_at_point(BODIES_IN, double x, double y);
int32_t graze_wasm_bodies_in_box(BODIES_IN, double min_x, double min_y, double max_x, double max_y);
uint32_t graze_wasm_box_index_new(uint32_t axes, uint32_t capacity, uint32_t pairs);
int32_t graze_wasm_box_index_update(uint32_t index, int32_t from, int32_t end);
int32_t graze_wasm_box_index_search(uint32_t index, double min_x, double min_y, double min_z,
                                    double max_x, double max_y, double max_z);
int32_t graze_wasm_box_index_near(uint32_t index, int32_t count, double reach);
int32_t graze_wasm_box_index_between(uint32_t index, int32_t first, int32_t first_count,
                                     int32_t second, int32_t second_count, double reach);
GrazeMovingSphere* graze_wasm_moving_spheres_stage(uint32_t count);
int32_t graze_wasm_approach_spheres(const GrazeMovingSphere* two);
int32_t graze_wasm_conflicts(const GrazeMovingSphere* two);
int32_t graze_wasm_unsafe_delays(const GrazeMovingSphere* two, double from, double to,
                                 int32_t is_open, int32_t max_intervals);
double* graze_wasm_motion_stage(uint32_t count, uint32_t terms);
uint32_t graze_wasm_motion_new(double* stage, int32_t count, int32_t before, int32_t after,
                               double r0, double r1, double r2, double r3, double r4, double r5);
int32_t graze_wasm_motion_pose(uint32_t motion, double t);
int32_t graze_wasm_motion_bounds(uint32_t motion, double from, double to, uint32_t shape);
void graze_wasm_direction(double angle);
int32_t graze_wasm_first_contact(MOVING_PAIR_IN, QUERY_IN);
int32_t graze_wasm_first_contact_by(MOVING_PAIR_IN, QUERY_IN);
int32_t graze_wasm_trace_contact(MOVING_PAIR_IN, QUERY_IN);
double graze_wasm_time_to_collision(MOVING_PAIR_IN, QUERY_IN);
double graze_wasm_time_to_collision_by(MOVING_PAIR_IN, QUERY_IN);
int32_t graze_wasm_clearance(MOVING_PAIR_IN, QUERY_IN, double limit);
int32_t graze_wasm_contact_intervals(MOVING_PAIR_IN, QUERY_IN, int32_t max_intervals);
int32_t graze_wasm_unsafe_motion_delays(MOVING_PAIR_IN, QUERY_IN, double least, double most,
                                        int32_t max_intervals);
double* graze_wasm_times_stage(uint32_t count);
int32_t graze_wasm_separations_at(MOVING_PAIR_IN, double* times, int32_t count);
uint32_t graze_wasm_moving_pairs_new(uint32_t capacity, uint32_t pieces, uint32_t pairs,
                                     uint32_t terms);
int32_t graze_wasm_moving_pairs_set(uint32_t handle, uint32_t body, uint32_t shape, uint32_t motion,
                                    uint32_t first);
int32_t graze_wasm_moving_pairs_contacts(uint32_t handle, int32_t count, int32_t body,
                                         int32_t group_size, double from, double to,
                                         double tolerance, double slack, int32_t budget,
                                         int32_t touching);
int32_t graze_wasm_moving_pairs_clearances(uint32_t handle, int32_t count, int32_t group_size,
                                           double limit, double from, double to, double tolerance,
                                           double slack, int32_t budget);
int32_t graze_wasm_distance(PAIR_IN);
int32_t graze_wasm_distance_by(PAIR_IN, int32_t subdistance, int32_t support, int32_t start);
int32_t graze_wasm_penetration(PAIR_IN);
int32_t graze_wasm_manifold(PAIR_IN, double reach);
int32_t graze_wasm_contact_cone(PAIR_IN);
double graze_wasm_gap(PAIR_IN);
double graze_wasm_signed_distance(PAIR_IN);
int32_t graze_wasm_relation(PAIR_IN);
int32_t graze_wasm_collide(PAIR_IN);
int32_t graze_wasm_collide_by(PAIR_IN, int32_t collider, int32_t subdistance, int32_t support,
                              int32_t start);
int32_t graze_wasm_shape_cast(PAIR_IN, double dx, double dy, int32_t touching);
int32_t graze_wasm_ray_cast(uint32_t shape, double x, double y, double cos, double sin,
                            double from_x, double from_y, double dx, double dy, int32_t touching);
int32_t graze_wasm_shape_bounds(uint32_t shape, double x, double y, double cos, double sin);
int32_t graze_wasm_contains_point(uint32_t shape, double x, double y, double cos, double sin,
                                  double point_x, double point_y);
int32_t graze_wasm_trace(PAIR_IN, int32_t subdistance, int32_t support, int32_t start);
int32_t graze_wasm_minkowski_difference(PAIR_IN);
uint32_t graze_wasm_pairs_new(uint32_t capacity, int32_t has_witnesses, int32_t is_coherent,
                              int32_t has_manifolds);
int32_t graze_wasm_pairs_collide(uint32_t handle, int32_t count);
int32_t graze_wasm_pairs_relation(uint32_t handle, int32_t count);
int32_t graze_wasm_pairs_distance(uint32_t handle, int32_t count);
int32_t graze_wasm_pairs_penetration(uint32_t handle, int32_t count);
int32_t graze_wasm_pairs_manifolds(uint32_t handle, int32_t count, double reach);
uint32_t graze_wasm_path_new(uint32_t shape, uint32_t motion, double start, double end, double step,
                             double x, double y, int32_t kind);
int32_t graze_wasm_path_span(uint32_t path);
int32_t graze_wasm_path_boxes(uint32_t path, int32_t from, int32_t to);
int32_t graze_wasm_sweep_steps(uint32_t a, uint32_t b, int32_t method, double from, double to,
                               int32_t next);
int32_t graze_wasm_sweep(uint32_t a, uint32_t b, QUERY_IN);
uint32_t* graze_wasm_paths_stage(uint32_t count);
int32_t graze_wasm_sweep_many(uint32_t ego, const uint32_t* others, int32_t count, QUERY_IN,
                              int32_t max_intervals);
GrazeMovingSphere* graze_wasm_routes_stage(uint32_t sphere_count, uint32_t routes);
int32_t graze_wasm_route_delays(const GrazeMovingSphere* stage, uint32_t sphere_count,
                                uint32_t routes, double from, double to, int32_t reading,
                                int32_t ends, int32_t max_intervals);
int32_t graze_wasm_route_contacts(const GrazeMovingSphere* stage, uint32_t sphere_count,
                                  uint32_t routes, double from, double to, int32_t reading,
                                  int32_t ends, int32_t max_intervals);
int32_t graze_wasm_route_conflicts(const GrazeMovingSphere* stage, uint32_t sphere_count,
                                   int32_t max_intervals);
uint32_t graze_wasm_traffic_new(void);
GrazeMovingSphere* graze_wasm_traffic_stage(uint32_t traffic, uint32_t pieces);
int32_t graze_wasm_traffic_add(uint32_t traffic, uint32_t pieces, uint32_t ending);
int32_t graze_wasm_traffic_remove(uint32_t traffic, int32_t key);
int32_t graze_wasm_traffic_count(uint32_t traffic);
int32_t graze_wasm_traffic_intervals(uint32_t traffic, double x, double y, double z, double radius,
                                     double from, double to, int32_t touching,
                                     int32_t max_intervals);
GrazeMovingSphere* graze_wasm_departures_stage(uint32_t count);
int32_t graze_wasm_traffic_departures(uint32_t traffic, GrazeMovingSphere* stage, uint32_t count,
                                      double from, double to, int32_t touching,
                                      int32_t max_intervals);
int32_t graze_wasm_traffic_minimum_delay(uint32_t traffic, const GrazeMovingSphere* stage,
                                         uint32_t pieces, double from, int32_t touching,
                                         int32_t max_intervals);
int32_t graze_wasm_traffic_conflicts(uint32_t traffic, const GrazeMovingSphere* stage,
                                     uint32_t pieces, int32_t touching, int32_t only_first,
                                     int32_t max_intervals);
void* graze_wasm_scene_stage(uint32_t count, uint32_t segments);
uint32_t* graze_wasm_scene_handles(void* stage);
uint32_t graze_wasm_scene_new(void* stage, double t0, double t1, double step, double x, double y);
int32_t graze_wasm_scene_contacts(uint32_t scene, uint32_t path, const uint32_t* further,
                                  int32_t count, QUERY_IN, int32_t max_intervals);
int32_t graze_wasm_scene_first_contacts(uint32_t scene, uint32_t moving_pairs, int32_t count,
                                        int32_t group_size, const uint32_t* selected,
                                        int32_t selected_count, QUERY_IN);
int32_t graze_wasm_scene_clearances(uint32_t scene, uint32_t moving_pairs, int32_t count,
                                    int32_t group_size, const uint32_t* selected,
                                    int32_t selected_count, double limit, QUERY_IN);
int32_t graze_wasm_scene_clearance(uint32_t scene, uint32_t path, const uint32_t* further,
                                   int32_t count, double limit, QUERY_IN);
int32_t graze_wasm_approach_discs(double x1, double y1, double vx1, double vy1, double start1,
                                  double end1, double r1, double x2, double y2, double vx2,
                                  double vy2, double start2, double end2, double r2);
int32_t graze_wasm_approach_box(double x, double y, double vx, double vy, double start, double end,
                                double radius, double box_x, double box_y, double width,
                                double height);
uint32_t graze_wasm_moving_discs_new(uint32_t records, uint32_t pairs, int32_t is_double);
int32_t graze_wasm_moving_discs_conflicts(uint32_t handle, int32_t count);
int32_t graze_wasm_moving_discs_near(uint32_t handle, int32_t count, double reach, double from,
                                     double to);
int32_t graze_wasm_moving_discs_nearest(uint32_t handle, int32_t count, double reach, double from,
                                        double to);
int32_t graze_wasm_moving_discs_find_conflicts(uint32_t handle, int32_t first, int32_t first_count,
                                               int32_t second, int32_t second_count);
GrazePoint* graze_wasm_shape_stage(uint32_t count);
uint32_t graze_wasm_shape_polygon(GrazePoint* stage, int32_t count, float radius);
uint32_t graze_wasm_shape_hull(GrazePoint* stage, int32_t count, float radius);
int32_t graze_wasm_shape_count(uint32_t handle);
const GrazePoint* graze_wasm_shape_vertices(uint32_t handle);
GrazePoint* graze_wasm_compound_stage(uint32_t points, uint32_t ends);
uint32_t graze_wasm_compound_of_parts(GrazePoint* stage, uint32_t points, int32_t count,
                                      float radius);
uint32_t graze_wasm_compound_of_shapes(GrazePoint* stage, int32_t count);
uint32_t graze_wasm_compound_of_outline(GrazePoint* stage, uint32_t points, int32_t rings,
                                        float radius);
int32_t graze_wasm_compound_count(uint32_t handle);
double graze_wasm_compound_part(uint32_t handle, int32_t part);
GrazeMovingSphere* graze_wasm_velocity_stage(uint32_t points1, uint32_t points2);
int32_t graze_wasm_velocity_obstacle(GrazeMovingSphere* stage, int32_t points1, int32_t points2,
                                     double horizon);
int32_t graze_wasm_velocity_cone(const GrazeMovingSphere* stage);
int32_t graze_wasm_velocity_is_unsafe(const GrazeMovingSphere* stage, int32_t points1,
                                      int32_t points2, double vx, double vy, double vz,
                                      double horizon);
int32_t graze_wasm_unsafe_speeds(const GrazeMovingSphere* stage, int32_t after);
int32_t graze_wasm_safe_velocity(const GrazeMovingSphere* stage, double least1, double most1,
                                 double least2, double most2, double margin, int32_t can_wait);
int32_t graze_wasm_conflict_by(int32_t how, SEGMENTS_IN, double step);
GrazeSolidPoint* graze_wasm_solid_stage(uint32_t count);
uint32_t graze_wasm_solid_hull(GrazeSolidPoint* stage, int32_t count, float radius);
GrazeSolidPlacedPart* graze_wasm_solid_compound_stage(uint32_t count);
uint32_t graze_wasm_solid_compound(GrazeSolidPlacedPart* stage, int32_t count);
GrazeSolidPoint* graze_wasm_solid_mesh_stage(uint32_t positions, uint32_t triangles);
uint32_t graze_wasm_solid_mesh(GrazeSolidPoint* stage, int32_t positions, int32_t triangles);
int32_t graze_wasm_solid_vertices(uint32_t handle);
int32_t graze_wasm_solid_face_count(uint32_t handle);
int32_t graze_wasm_solid_face(uint32_t handle, int32_t face);
int32_t graze_wasm_solid_part_count(uint32_t handle);
double graze_wasm_solid_part(uint32_t handle, int32_t part);
GrazeSolidPose* graze_wasm_solid_poses(void);
int32_t graze_wasm_solid_bounds(uint32_t solid);
int32_t graze_wasm_solid_contains_point(uint32_t solid, double x, double y, double z);
int32_t graze_wasm_solid_relation(uint32_t a, uint32_t b);
int32_t graze_wasm_solid_distance(uint32_t a, uint32_t b);
double graze_wasm_solid_gap(uint32_t a, uint32_t b);
int32_t graze_wasm_solid_penetration(uint32_t a, uint32_t b);
int32_t graze_wasm_solid_manifold(uint32_t a, uint32_t b, double reach);
int32_t graze_wasm_solid_contact_cone(uint32_t a, uint32_t b);
int32_t graze_wasm_solid_collide_by(uint32_t a, uint32_t b, int32_t subdistance, int32_t support,
                                    int32_t start);
int32_t graze_wasm_solid_distance_by(uint32_t a, uint32_t b, int32_t subdistance, int32_t support,
                                     int32_t start);
int32_t graze_wasm_solid_trace(uint32_t a, uint32_t b, int32_t subdistance, int32_t support,
                               int32_t start);
int32_t graze_wasm_solid_minkowski_difference(uint32_t a, uint32_t b);
int32_t graze_wasm_solid_shape_cast(uint32_t a, uint32_t b, double dx, double dy, double dz,
                                    int32_t touching);
int32_t graze_wasm_solid_ray_cast(uint32_t solid, double x, double y, double z, double dx,
                                  double dy, double dz, int32_t touching);
int32_t graze_wasm_solid_pose(void);
GrazeSolidPiece* graze_wasm_solid_motion_stage(uint32_t count);
uint32_t graze_wasm_solid_motion_new(GrazeSolidPiece* stage, int32_t count, int32_t before,
                                     int32_t after, uint32_t parent);
int32_t graze_wasm_solid_motion_pose(uint32_t motion, double t);
int32_t graze_wasm_solid_motion_velocity(uint32_t motion, double t);
int32_t graze_wasm_solid_motion_bounds(uint32_t motion, double from, double to, int32_t parts,
                                       uint32_t solid);
int32_t graze_wasm_solid_first_contact(MOVING_PAIR_IN, QUERY_IN);
double graze_wasm_solid_time_to_collision(MOVING_PAIR_IN, QUERY_IN);
int32_t graze_wasm_solid_contact_intervals(MOVING_PAIR_IN, QUERY_IN, int32_t max_intervals);
int32_t graze_wasm_solid_unsafe_motion_delays(MOVING_PAIR_IN, QUERY_IN, double least, double most,
                                              int32_t max_intervals);
int32_t graze_wasm_solid_clearance(MOVING_PAIR_IN, QUERY_IN, double limit);
double* graze_wasm_solid_times_stage(uint32_t count);
int32_t graze_wasm_solid_separations_at(MOVING_PAIR_IN, double* times, int32_t count);
int32_t graze_wasm_solid_first_contact_by(MOVING_PAIR_IN, QUERY_IN);
double graze_wasm_solid_time_to_collision_by(MOVING_PAIR_IN, QUERY_IN);
int32_t graze_wasm_solid_trace_contact(MOVING_PAIR_IN, QUERY_IN);
uint32_t graze_wasm_solid_path_new(uint32_t solid, uint32_t motion, double t0, double t1,
                                   double step, double x, double y, double z);
int32_t graze_wasm_solid_path_span(uint32_t path);
int32_t graze_wasm_solid_path_boxes(uint32_t path, int32_t from, int32_t to);
int32_t graze_wasm_solid_sweep(uint32_t a, uint32_t b, QUERY_IN);
int32_t graze_wasm_solid_sweep_clearance(uint32_t a, uint32_t b, QUERY_IN, double limit);
uint32_t graze_wasm_solid_moving_pairs_new(uint32_t capacity, uint32_t pieces, uint32_t pairs);
int32_t graze_wasm_solid_moving_pairs_set(uint32_t handle, uint32_t body, uint32_t solid,
                                          uint32_t motion, uint32_t first, int32_t parent);
int32_t graze_wasm_solid_moving_pairs_contacts(uint32_t handle, int32_t count, int32_t body,
                                               double from, double to, double tolerance,
                                               double distance_tolerance, int32_t max_iterations,
                                               int32_t touching);
int32_t graze_wasm_solid_moving_pairs_clearances(uint32_t handle, int32_t count, double limit,
                                                 double from, double to, double distance_tolerance,
                                                 int32_t max_iterations);
int32_t graze_wasm_solid_moving_pairs_near(uint32_t handle, int32_t count, double reach,
                                           double from, double to, int32_t steps);
uint32_t graze_wasm_solid_pairs_new(uint32_t capacity, int32_t has_witnesses);
int32_t graze_wasm_solid_pairs_collide(uint32_t handle, int32_t count);
int32_t graze_wasm_solid_pairs_relation(uint32_t handle, int32_t count);
int32_t graze_wasm_solid_pairs_distance(uint32_t handle, int32_t count);
int32_t graze_wasm_solid_pairs_penetration(uint32_t handle, int32_t count);
uint32_t graze_wasm_solid_bodies_new(uint32_t capacity, uint32_t pairs, uint32_t still,
                                     uint32_t rays, uint32_t has_filters);
int32_t graze_wasm_solid_bodies_update(uint32_t handle, int32_t from, int32_t end);
int32_t graze_wasm_solid_bodies_changed(uint32_t handle);
int32_t graze_wasm_solid_bodies_near(uint32_t handle, int32_t count, double reach);
int32_t graze_wasm_solid_bodies_near_one(BODIES_IN, double reach, uint32_t solid);
int32_t graze_wasm_solid_bodies_nearest(BODIES_IN, double at_most, uint32_t solid);
int32_t graze_wasm_solid_bodies_cast(BODIES_IN, uint32_t solid, double dx, double dy, double dz,
                                     int32_t touching);
int32_t graze_wasm_solid_bodies_cast_all(BODIES_IN, uint32_t solid, double dx, double dy, double dz,
                                         int32_t touching);
int32_t graze_wasm_solid_bodies_cast_rays(BODIES_IN, int32_t rays, int32_t touching);
int32_t graze_wasm_solid_bodies_at_point(BODIES_IN, double x, double y, double z);
int32_t graze_wasm_solid_bodies_in_box(BODIES_IN, double min_x, double min_y, double min_z,
                                       double max_x, double max_y, double max_z);
const char* graze_wasm_version(void);
const void* graze_wasm_result(void);
const GrazeList* graze_wasm_list(void);
const GrazeFault* graze_wasm_fault(void);
uintptr_t graze_wasm_memory_used(void);
void graze_wasm_recover(void);
int32_t graze_wasm_free(uint32_t handle);
int32_t graze_wasm_forget(uint32_t handle);
int32_t graze_wasm_collect_shapes(uint32_t kept_bytes);

#endif
