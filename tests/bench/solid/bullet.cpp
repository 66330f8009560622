/*
 * Bullet as Debian builds it, in float32 and without margins: the distance of gjkEpa2, and that of its
 * pair detector, as its world calls it.
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
std::vector<std::unique_ptr<btConvexHullShape>> shapes; // of A and B of each pair

void prepare(const SolidCase* cases, int32_t count)
{
    if (!shapes.empty()) return;
    for (int32_t k = 0; k < 2 * count; k++) {
        const SolidCase& pair = cases[k / 2];
        shapes.push_back(std::make_unique<btConvexHullShape>());
        for (int32_t i = 0; i < pair.count[k % 2]; i++) {
            const float* p = pair.points[k % 2] + 3 * i;
            shapes.back()->addPoint(btVector3(p[0], p[1], p[2]), false);
        }
        shapes.back()->setMargin(0);
        shapes.back()->recalcLocalAabb();
    }
}

double distance(int32_t k)
{
    btGjkEpaSolver2::sResults results;
    btTransform here = btTransform::getIdentity();
    bool apart = btGjkEpaSolver2::Distance(shapes[2 * k].get(), here, shapes[2 * k + 1].get(), here,
                                           btVector3(1, 0, 0), results);
    return apart ? results.distance : 0;
}

double distance_of_detector(int32_t k)
{
    btVoronoiSimplexSolver solver;
    btGjkEpaPenetrationDepthSolver depths;
    btGjkPairDetector detector(shapes[2 * k].get(), shapes[2 * k + 1].get(), &solver, &depths);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = btTransform::getIdentity();
    input.m_transformB = btTransform::getIdentity();
    btPointCollector answer;
    detector.getClosestPoints(input, answer, nullptr);
    return answer.m_hasResult ? answer.m_distance : 0;
}
} // namespace

extern "C" {
const SolidContestant SOLID_BULLET = {"Bullet, gjkEpa2", prepare, distance};
const SolidContestant SOLID_BULLET_DETECTOR = {"Bullet, pair detector", prepare,
                                               distance_of_detector};
}
