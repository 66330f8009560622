/*
 * FCL in double: distance and boolean query of both of its solvers, that on libccd, which is its default,
 * and the one of its own; and boolean GJK. The default solver calls libccd's portal refinement for a
 * boolean query; until version 0.5 it called libccd's GJK, which is called here by its objects.
 */
#include "contestant.h"

#include <fcl/geometry/shape/convex.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>
#include <limits>
#include <memory>
#include <vector>

namespace
{
using Body = fcl::Convex<double>;

const PairSet* pairs;
std::vector<std::unique_ptr<Body>> shapes;
std::vector<fcl::Transform3d> transforms; // of A and B of each pair

fcl::Transform3d transform_of(const GrazePlacement& place)
{
    GrazePose pose = graze_placement_pose(&place);
    fcl::Transform3d out = fcl::Transform3d::Identity();
    out.linear() << pose.cos, -pose.sin, 0, pose.sin, pose.cos, 0, 0, 0, 1;
    out.translation() << pose.x, pose.y, 0;
    return out;
}

// Makes a body with two faces, front and back, and if it is a prism also with its sides.
std::unique_ptr<Body> make_body(const GrazeShape& shape)
{
    int count = shape.count;
    bool prism = paper_height > 0;
    auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (int i = 0; i < (prism ? 2 * count : count); i++) {
        const GrazePoint& p = shape.vertices[i % count];
        vertices->emplace_back(p.x, p.y, i < count ? paper_height : -paper_height);
    }
    faces->push_back(count);
    for (int i = 0; i < count; i++)
        faces->push_back(i);
    faces->push_back(count);
    for (int i = count - 1; i >= 0; i--)
        faces->push_back(prism ? i + count : i);
    for (int i = 0; prism && i < count; i++) {
        int next = (i + 1) % count;
        faces->insert(faces->end(), {4, i, i + count, next + count, next});
    }
    return std::make_unique<Body>(vertices, prism ? count + 2 : 2, faces);
}

void prepare(const PairSet* set)
{
    pairs = set;
    shapes.clear();
    transforms.clear();
    for (int32_t k = 0; k < set->shape_count; k++)
        shapes.push_back(make_body(set->shapes[k]));
    for (int32_t k = 0; k < set->count; k++) {
        transforms.push_back(transform_of(set->place_a[k]));
        transforms.push_back(transform_of(set->place_b[k]));
    }
}

template <typename Solver> void distances(int32_t first, int32_t count, double* out)
{
    Solver solver;
    for (int32_t k = first; k < first + count; k++) {
        double distance = 0;
        bool apart = false;
        try {
            apart =
                solver.shapeDistance(*shapes[pairs->shape_a[k]], transforms[2 * k],
                                     *shapes[pairs->shape_b[k]], transforms[2 * k + 1], &distance);
        } catch (const std::exception&) {
            apart = true;
            distance = std::numeric_limits<double>::quiet_NaN();
        }
        *out++ = apart ? distance : 0;
    }
}

template <typename Solver> void hits(int32_t first, int32_t count, double* out)
{
    Solver solver;
    for (int32_t k = first; k < first + count; k++) {
        *out++ = solver.shapeIntersect(*shapes[pairs->shape_a[k]], transforms[2 * k],
                                       *shapes[pairs->shape_b[k]], transforms[2 * k + 1], nullptr);
    }
}

void hits_by_gjk(int32_t first, int32_t count, double* out)
{
    using Object = fcl::detail::GJKInitializer<double, Body>;
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = Object::getSupportFunction();
    ccd.support2 = Object::getSupportFunction();
    ccd.max_iterations = 500;
    for (int32_t k = first; k < first + count; k++) {
        void* a = Object::createGJKObject(*shapes[pairs->shape_a[k]], transforms[2 * k]);
        void* b = Object::createGJKObject(*shapes[pairs->shape_b[k]], transforms[2 * k + 1]);
        *out++ = ccdGJKIntersect(a, b, &ccd);
        Object::deleteGJKObject(a);
        Object::deleteGJKObject(b);
    }
}

using Ccd = fcl::detail::GJKSolver_libccd<double>;
using Independent = fcl::detail::GJKSolver_indep<double>;
} // namespace

extern "C" {
const Contestant PAPER_FCL = {"FCL", prepare, distances<Ccd>, hits<Ccd>, 0};
const Contestant PAPER_FCL_GJK = {"FCL, GJK", prepare, nullptr, hits_by_gjk, 0};
const Contestant PAPER_FCL_INDEPENDENT = {"FCL, own solver", prepare, distances<Independent>,
                                          hits<Independent>, 0};
}
