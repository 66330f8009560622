/*
 * Bullet as Debian builds it, in float32, on bodies in space without margins: the distance of its GJK
 * (gjkEpa2), and that of its pair detector, as its world calls it: that also finds the depth of bodies
 * in contact.
 */
#include "contestant.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <memory>
#include <vector>

namespace
{
const PairSet* pairs;
std::vector<std::unique_ptr<btConvexHullShape>> shapes;
std::vector<btTransform> transforms; // of A and B of each pair

btTransform transform_of(const GrazePlacement& place)
{
    GrazePose pose = graze_placement_pose(&place);
    auto c = static_cast<btScalar>(pose.cos);
    auto s = static_cast<btScalar>(pose.sin);
    return btTransform(btMatrix3x3(c, -s, 0, s, c, 0, 0, 0, 1), btVector3(place.x, place.y, 0));
}

void prepare(const PairSet* set)
{
    pairs = set;
    shapes.clear();
    transforms.clear();
    for (int32_t k = 0; k < set->shape_count; k++) {
        shapes.push_back(std::make_unique<btConvexHullShape>());
        for (int32_t i = 0; i < set->shapes[k].count; i++) {
            const GrazePoint& p = set->shapes[k].vertices[i];
            shapes.back()->addPoint(btVector3(p.x, p.y, paper_height), false);
            if (paper_height > 0)
                shapes.back()->addPoint(btVector3(p.x, p.y, -paper_height), false);
        }
        shapes.back()->setMargin(0);
        shapes.back()->recalcLocalAabb();
    }
    for (int32_t k = 0; k < set->count; k++) {
        transforms.push_back(transform_of(set->place_a[k]));
        transforms.push_back(transform_of(set->place_b[k]));
    }
}

void distances_of_detector(int32_t first, int32_t count, double* out)
{
    btVoronoiSimplexSolver solver;
    btGjkEpaPenetrationDepthSolver depths;
    for (int32_t k = first; k < first + count; k++) {
        btGjkPairDetector detector(shapes[pairs->shape_a[k]].get(), shapes[pairs->shape_b[k]].get(),
                                   &solver, &depths);
        btGjkPairDetector::ClosestPointInput input;
        input.m_transformA = transforms[2 * k];
        input.m_transformB = transforms[2 * k + 1];
        btPointCollector answer;
        detector.getClosestPoints(input, answer, nullptr);
        *out++ = answer.m_hasResult && answer.m_distance > 0 ? answer.m_distance : 0;
    }
}

void distances(int32_t first, int32_t count, double* out)
{
    for (int32_t k = first; k < first + count; k++) {
        btGjkEpaSolver2::sResults results;
        const btTransform& a = transforms[2 * k];
        const btTransform& b = transforms[2 * k + 1];
        btVector3 guess = a.getOrigin() - b.getOrigin();
        bool apart = btGjkEpaSolver2::Distance(shapes[pairs->shape_a[k]].get(), a,
                                               shapes[pairs->shape_b[k]].get(), b, guess, results);
        *out++ = apart ? results.distance : 0;
    }
}
} // namespace

extern "C" {
const Contestant PAPER_BULLET = {"Bullet", prepare, distances, nullptr, 0};
const Contestant PAPER_BULLET_DETECTOR = {"Bullet, pair detector", prepare, distances_of_detector,
                                          nullptr, 0};
}
