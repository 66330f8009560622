"""Moving bodies: rectangles, discs and polygons by separating axes on samples, which bounds on speed make sure."""

import math

from .text import Unread

# An overlap this deep (in m) counts; a gap or an overlap below is "near", as outlines in float32 move by about as much.
NEAR = 1e-6


class Body:
    """Convex parts. Each is (offset, points about its own center, radius), and turns about its own center only."""

    def __init__(self, parts):
        self.parts = parts
        self.reach = max(math.hypot(*offset) + _reach(points, radius) for offset, points, radius in parts)
        self.turning_reach = max(_reach(points, radius) for _, points, radius in parts)

    def placed(self, x, y, angle):
        """Returns the parts in the world: points and radius."""
        c, s = math.cos(angle), math.sin(angle)
        return [([(x + ox + c * px - s * py, y + oy + s * px + c * py) for px, py in points], radius)
                for (ox, oy), points, radius in self.parts]


def _reach(points, radius):
    return max(math.hypot(x, y) for x, y in points) + radius


def disc(radius, center=(0.0, 0.0)):
    return [(center, [(0.0, 0.0)], radius)]


def rectangle(length, width, angle=0.0, center=(0.0, 0.0)):
    c, s = math.cos(angle), math.sin(angle)
    corners = [(length / 2, width / 2), (-length / 2, width / 2), (-length / 2, -width / 2), (length / 2, -width / 2)]
    return [(center, [(c * x - s * y, s * x + c * y) for x, y in corners], 0.0)]


def polygon(points):
    """Returns the parts of a simple polygon, which turns about its centroid; triangles where it is not convex."""
    points = [point for k, point in enumerate(points) if point != points[k - 1]]
    area = _area(points)
    if len(points) < 3 or area == 0:
        raise Unread('bad-shape', 'the polygon has no area')
    if area < 0:
        points = points[::-1]
        area = -area
    cx = cy = 0.0
    ox, oy = points[0]
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        x0, y0, x1, y1 = x0 - ox, y0 - oy, x1 - ox, y1 - oy
        cross = x0 * y1 - x1 * y0
        cx += (x0 + x1) * cross / (6 * area)
        cy += (y0 + y1) * cross / (6 * area)
    center = (ox + cx, oy + cy)
    local = [(x - center[0], y - center[1]) for x, y in points]
    return [(center, piece, 0.0) for piece in _convex_pieces(local)]


def _area(points):
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1])) / 2


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _convex_pieces(points):
    """Returns the polygon itself when it is convex, else triangles by cutting off ears."""
    count = len(points)
    if all(_turn(points[k - 1], points[k], points[(k + 1) % count]) >= 0 for k in range(count)):
        return [points]
    rest, pieces = list(points), []
    while len(rest) > 3:
        for k in range(len(rest)):
            a, b, c = rest[k - 1], rest[k], rest[(k + 1) % len(rest)]
            if _turn(a, b, c) > 0 and not any(
                    _turn(a, b, p) >= 0 and _turn(b, c, p) >= 0 and _turn(c, a, p) >= 0
                    for p in rest if p not in (a, b, c)):
                pieces.append([a, b, c])
                del rest[k]
                break
            if _turn(a, b, c) == 0:
                del rest[k]
                break
        else:
            raise Unread('bad-shape', 'the polygon crosses itself')
    if _turn(*rest) > 0:
        pieces.append(rest)
    return pieces


# ---------------------------------------------------------------- separation

def separation(a, b):
    """Returns the distance of two placed bodies, or minus the depth of the deepest pair of their parts."""
    return min(_part_separation(p, q) for p in a for q in b)


def _part_separation(p, q):
    (points, radius), (others, other_radius) = p, q
    if len(points) == 1 and len(others) == 1:
        return math.dist(points[0], others[0]) - radius - other_radius
    if len(points) == 1:
        return _point_polygon(points[0], others) - radius - other_radius
    if len(others) == 1:
        return _point_polygon(others[0], points) - radius - other_radius
    gap = max(_axes_gap(points, others), _axes_gap(others, points))
    return gap if gap <= 0 else _polygon_distance(points, others)


def _axes_gap(points, others):
    """Returns the largest gap along the outward normals of the first polygon (counterclockwise)."""
    best = -math.inf
    x0, y0 = points[-1]
    for x1, y1 in points:
        ex, ey = x1 - x0, y1 - y0
        length = math.hypot(ex, ey)
        if length > 0:
            nx, ny = ey / length, -ex / length
            gap = min((x - x0) * nx + (y - y0) * ny for x, y in others)
            best = max(best, gap)
        x0, y0 = x1, y1
    return best


def _point_polygon(point, points):
    """Returns the distance of a point to a convex polygon, or minus its depth within."""
    px, py = point
    outside, nearest = -math.inf, math.inf
    x0, y0 = points[-1]
    for x1, y1 in points:
        ex, ey = x1 - x0, y1 - y0
        length = math.hypot(ex, ey)
        if length > 0:
            outside = max(outside, ((px - x0) * ey - (py - y0) * ex) / length)
            nearest = min(nearest, _point_segment(px, py, x0, y0, ex, ey))
        x0, y0 = x1, y1
    return nearest if outside > 0 else outside


def _point_segment(px, py, x0, y0, ex, ey):
    u = ((px - x0) * ex + (py - y0) * ey) / (ex * ex + ey * ey)
    u = min(max(u, 0.0), 1.0)
    return math.hypot(px - x0 - u * ex, py - y0 - u * ey)


def _polygon_distance(points, others):
    return min(min(_point_polygon(point, others) for point in points),
               min(_point_polygon(point, points) for point in others))


# ---------------------------------------------------------------- motions

class Motion:
    """Pieces (t0, t1, x, y, angle): polynomials in t - t0, constant first. There from the first to the last."""

    def __init__(self, pieces):
        self.pieces = pieces
        self.begin, self.end = pieces[0][0], pieces[-1][1]


def fixed(x, y, angle, begin=-math.inf, end=math.inf):
    return Motion([(begin, end, (x,), (y,), (angle,))])


def through(states):
    """Returns the motion through (t, x, y, angle): linear in between, the angle along the shorter arc."""
    if len(states) == 1:
        t, x, y, angle = states[0]
        return fixed(x, y, angle, t, t)
    pieces = []
    for (t0, x0, y0, a0), (t1, x1, y1, a1) in zip(states, states[1:]):
        span = t1 - t0
        turn = math.remainder(a1 - a0, 2 * math.pi)
        pieces.append((t0, t1, (x0, (x1 - x0) / span), (y0, (y1 - y0) / span), (a0, turn / span)))
    return Motion(pieces)


def pose(piece, t):
    """Returns x, y, angle at a time of a piece."""
    u = t - piece[0] if piece[0] > -math.inf else 0.0
    return tuple(sum(c * u ** k for k, c in enumerate(coefficients)) for coefficients in piece[2:])


def _velocity(piece, t):
    u = t - piece[0] if piece[0] > -math.inf else 0.0
    vx, vy = (sum(k * c * u ** (k - 1) for k, c in enumerate(coefficients) if k) for coefficients in piece[2:4])
    return vx, vy, piece[4][1] if len(piece[4]) > 1 else 0.0


class Pair:
    """The separation of two moving bodies over the time that both are there."""

    def __init__(self, body_a, motion_a, body_b, motion_b, samples):
        self.bodies, self.motions, self.samples = (body_a, body_b), (motion_a, motion_b), samples
        self.evaluations = 0

    def spans(self):
        """Yields (begin, end, piece of a, piece of b) in order of time."""
        a, b = self.motions[0].pieces, self.motions[1].pieces
        i = j = 0
        while i < len(a) and j < len(b):
            begin, end = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
            if begin <= end:
                yield begin, end, a[i], b[j]
            if a[i][1] <= b[j][1]:
                i += 1
            else:
                j += 1

    def separation_at(self, t, pieces):
        self.evaluations += 1
        placed = [body.placed(*pose(piece, t)) for body, piece in zip(self.bodies, pieces)]
        return separation(*placed)

    def speed_bound(self, begin, end, pieces):
        """Returns how fast the separation can change: velocities are linear in time, so their ends bound them."""
        (ax0, ay0, aw), (bx0, by0, bw) = (_velocity(piece, begin) for piece in pieces)
        (ax1, ay1, _), (bx1, by1, _) = (_velocity(piece, end) for piece in pieces)
        sliding = max(math.hypot(ax0 - bx0, ay0 - by0), math.hypot(ax1 - bx1, ay1 - by1))
        return sliding + abs(aw) * self.bodies[0].turning_reach + abs(bw) * self.bodies[1].turning_reach

    def circles_gap(self, t, pieces):
        (ax, ay, _), (bx, by, _) = (pose(piece, t) for piece in pieces)
        return math.hypot(ax - bx, ay - by) - self.bodies[0].reach - self.bodies[1].reach

    def examine(self, least):
        """Returns (overlaps, nearest (separation, time), undecided). Gaps beyond `least` are not measured."""
        runs, nearest, open_runs = [], (least, None), []
        for begin, end, *pieces in self.spans():
            if begin == -math.inf and end == math.inf:
                begin = end = 0.0
            speed = 0.0 if begin == end else self.speed_bound(begin, end, pieces)
            slack = speed * (end - begin) / 2
            gap = (self.circles_gap(begin, pieces) + self.circles_gap(end, pieces)) / 2
            if gap - slack > max(nearest[0], NEAR):
                continue
            values = self._sampled(begin, end, pieces, speed, nearest[0])
            for t, s in values:
                if s < nearest[0]:
                    nearest = (s, t)
            nearest = self._refined(values, pieces, nearest)
            self._runs_of(values, pieces, speed, runs, open_runs)
        return _joined_runs(runs), nearest, [one for one in open_runs if not any(
            run[0] <= one[1] <= run[1] for run in runs)]

    def _sampled(self, begin, end, pieces, speed, least):
        """Returns samples; adds some where an overlap could hide between two, until the bound on speed excludes it."""
        count = 1 if begin == end else self.samples
        times = [begin + (end - begin) * k / count for k in range(count + 1)] if begin != end else [begin]
        values = [(t, self.separation_at(t, pieces)) for t in times]
        budget = 4000
        stack = list(zip(values, values[1:]))
        extra = []
        while stack and budget > 0:
            (t0, s0), (t1, s1) = stack.pop()
            if min(s0, s1) < 0 or (s0 + s1 - speed * (t1 - t0)) / 2 > 0 or t1 - t0 < 1e-12:
                continue
            budget -= 1
            middle = ((t0 + t1) / 2, self.separation_at((t0 + t1) / 2, pieces))
            extra.append(middle)
            stack += [((t0, s0), middle), (middle, (t1, s1))]
        return sorted(values + extra)

    def _refined(self, values, pieces, nearest):
        """Refines the least separation about the least sample, by thirds."""
        k = min(range(len(values)), key=lambda k: values[k][1])
        if values[k][1] > nearest[0] + 1e-3 or len(values) < 2:
            return nearest
        s, t = self._least(values[max(k - 1, 0)][0], values[min(k + 1, len(values) - 1)][0], pieces)
        return (s, t) if s < nearest[0] else nearest

    def _least(self, lo, hi, pieces):
        for _ in range(60):
            left, right = lo + (hi - lo) / 3, hi - (hi - lo) / 3
            if self.separation_at(left, pieces) < self.separation_at(right, pieces):
                hi = right
            else:
                lo = left
        middle = (lo + hi) / 2
        return self.separation_at(middle, pieces), middle

    def _runs_of(self, values, pieces, speed, runs, open_runs):
        """Collects the stretches of samples that overlap, with their ends by bisection and the greatest depth."""
        k = 0
        while k < len(values):
            if values[k][1] >= 0:
                if k + 1 < len(values) and values[k + 1][1] >= 0:
                    bound = (values[k][1] + values[k + 1][1] - speed * (values[k + 1][0] - values[k][0])) / 2
                    if bound < -NEAR:
                        open_runs.append((bound, values[k][0]))
                k += 1
                continue
            first = k
            while k + 1 < len(values) and values[k + 1][1] < 0:
                k += 1
            begin = self._crossing(values[first - 1][0], values[first][0], pieces) if first else values[first][0]
            end = self._crossing(values[k + 1][0], values[k][0], pieces) if k + 1 < len(values) else values[k][0]
            low = min(range(first, k + 1), key=lambda m: values[m][1])
            depth, at = -values[low][1], values[low][0]
            if len(values) > 1:
                s, t = self._least(values[max(low - 1, 0)][0], values[min(low + 1, len(values) - 1)][0], pieces)
                if -s > depth:
                    depth, at = -s, t
            runs.append((begin, end, depth, at))
            k += 1

    def _crossing(self, outside, inside, pieces):
        for _ in range(60):
            middle = (outside + inside) / 2
            if self.separation_at(middle, pieces) < 0:
                inside = middle
            else:
                outside = middle
        return inside


def _joined_runs(runs):
    joined = []
    for begin, end, depth, at in runs:
        if joined and begin <= joined[-1]['end'] + 1e-9:
            last = joined[-1]
            last['end'] = max(last['end'], end)
            if depth > last['depth']:
                last['depth'], last['deepest'] = depth, at
        else:
            joined.append({'time': begin, 'end': end, 'depth': depth, 'deepest': at})
    return joined
