"""Discs in straight moves at constant speed: logs of CCBS, and plans on grids whose agents have a radius."""

import math
import re
import xml.etree.ElementTree as ElementTree

from .text import Grid, Unread, read_map, read_text

# An overlap counts above this part of the sum of sizes.
TOLERANCE = 1e-9
# Places and speeds of files with few digits agree within this.
LOOSE = 1e-6


class DiscPlan:
    """Agents as discs; each has pieces (t0, t1, x0, y0, x1, y1) from time 0 on, and stays where the last one ends."""

    def __init__(self, format_name, names, pieces, radius):
        self.format = format_name
        self.names = names
        self.pieces = pieces
        self.radius = radius
        self.grid = None
        # Nodes and directed edges (pairs of places), or None.
        self.roadmap = None
        self.starts = self.goals = None
        self.speed_limit = 1.0
        self.notes = []


# ---------------------------------------------------------------- CCBS

def is_ccbs(text):
    return bool(re.search(r'<root[\s>]', text[:500])) and '<log' in text


def read_ccbs(text, map_path, task_path, config_path, radius):
    root = ElementTree.fromstring(text)
    if radius is None and config_path:
        size = ElementTree.fromstring(read_text(config_path)).find('.//agent_size')
        radius = size is not None and float(size.text) or None
    if radius is None:
        raise Unread('radius-unknown', 'neither a configuration nor --radius gives the radius')
    pieces = []
    for agent in root.find('log').findall('agent'):
        sections = [[float(section.get(key)) for key in ('start_i', 'start_j', 'goal_i', 'goal_j', 'duration')]
                    for section in agent.find('path').findall('section')]
        time, path = 0.0, []
        for x0, y0, x1, y1, duration in sections:
            if path and math.dist((x0, y0), path[-1][4:6]) > LOOSE:
                raise Unread('discontinuity', f'agent {len(pieces)} jumps at {time}')
            path.append((time, time + duration, x0, y0, x1, y1))
            time += duration
        pieces.append(path)
    plan = DiscPlan('ccbs', [str(k) for k in range(len(pieces))], pieces, radius)
    if map_path:
        _read_ccbs_map(plan, read_text(map_path))
    _set_ccbs_task(plan, ElementTree.fromstring(read_text(task_path)) if task_path else root)
    return plan


def _read_ccbs_map(plan, text):
    if re.search(r'^map$', text, flags=re.M):
        grid = read_map(text)
        plan.grid = Grid(grid.height, grid.width, {(y, x) for x, y in grid.blocked})
        return
    root = ElementTree.fromstring(re.sub(r'\sxmlns="[^"]*"', '', text))
    if root.tag == 'graphml':
        ids = [node.get('id') for node in root.iter('node')]
        places = [tuple(float(part) for part in node.find('data').text.split(',')) for node in root.iter('node')]
        index = {name: k for k, name in enumerate(ids)}
        edges = {(index[edge.get('source')], index[edge.get('target')]) for edge in root.iter('edge')}
        plan.roadmap = (places, edges)
        return
    rows = [row.text.split() for row in root.iter('row')]
    if len(rows[0]) == 1:
        rows = [list(row[0]) for row in rows]
    blocked = {(i, j) for i, row in enumerate(rows) for j, value in enumerate(row) if float(value) != 0}
    plan.grid = Grid(len(rows), len(rows[0]), blocked)


def _set_ccbs_task(plan, root):
    agents = root.findall('agent')
    starts, goals = [], []
    for agent in agents:
        if agent.get('start_i') is not None:
            starts.append((float(agent.get('start_i')), float(agent.get('start_j'))))
            goals.append((float(agent.get('goal_i')), float(agent.get('goal_j'))))
        elif plan.roadmap:
            starts.append(plan.roadmap[0][int(agent.get('start_id'))])
            goals.append(plan.roadmap[0][int(agent.get('goal_id'))])
    if len(starts) >= len(plan.pieces):
        plan.starts, plan.goals = starts, goals
    for k, path in enumerate(plan.pieces):
        if not path:
            if k >= len(starts):
                raise Unread('unknown-start', f'agent {k} has no section and no start')
            x, y = starts[k]
            path.append((0.0, 0.0, x, y, x, y))


def from_cells(plan, radius):
    """Returns a plan in whole steps as discs; one step takes the time 1."""
    pieces = []
    for path in plan.cells:
        moves = [(float(t), t + 1.0, *before, *after) for t, (before, after) in enumerate(zip(path, path[1:]))]
        pieces.append(moves or [(0.0, 0.0, *path[0], *path[0])])
    discs = DiscPlan(plan.format, plan.names, pieces, radius)
    discs.grid = plan.grid
    return discs


# ---------------------------------------------------------------- conflicts

def obstacle_violations(plan):
    """Returns violations against blocked cells and the map's bounds."""
    found = []
    if plan.grid:
        for agent, path in enumerate(plan.pieces):
            found.extend(_in_blocked(plan, agent, path))
            found.extend(_off_map(plan, agent, path))
    return found


def violations(plan):
    """Returns all violations, and the least distance between two agents with its pair and time."""
    found, least = [], None
    ends = [path[-1][1] for path in plan.pieces]
    for a in range(len(plan.pieces)):
        for b in range(a + 1, len(plan.pieces)):
            overlaps, nearest = pair_overlaps(plan.pieces[a], plan.pieces[b], 2 * plan.radius)
            found.extend({'kind': 'agent-agent', 'agents': [a, b], **overlap} for overlap in overlaps)
            if least is None or nearest[0] < least['distance'] + 2 * plan.radius:
                least = {'distance': nearest[0] - 2 * plan.radius, 'time': nearest[1], 'agents': [a, b]}
    found.extend(obstacle_violations(plan))
    for agent, path in enumerate(plan.pieces):
        found.extend(_course(plan, agent, path))
        if plan.starts and math.dist(plan.starts[agent], path[0][2:4]) > LOOSE:
            found.append({'kind': 'start', 'agents': [agent], 'time': 0.0})
        if plan.goals and math.dist(plan.goals[agent], path[-1][4:6]) > LOOSE:
            found.append({'kind': 'goal', 'agents': [agent], 'time': ends[agent]})
    return found, least


def _course(plan, agent, path):
    """Checks the speed of each move, and on a roadmap that it goes along a declared edge."""
    found = []
    for t0, t1, x0, y0, x1, y1 in path:
        length = math.hypot(x1 - x0, y1 - y0)
        if length > plan.speed_limit * (t1 - t0) + LOOSE * max(1.0, length):
            found.append({'kind': 'speed', 'agents': [agent], 'time': t0})
        if plan.roadmap and length > 0:
            places, edges = plan.roadmap
            sources = [k for k, place in enumerate(places) if math.dist(place, (x0, y0)) <= LOOSE]
            targets = [k for k, place in enumerate(places) if math.dist(place, (x1, y1)) <= LOOSE]
            if not any((source, target) in edges for source in sources for target in targets):
                found.append({'kind': 'off-map', 'agents': [agent], 'time': t0})
    return found


def _at(path, k, time):
    """Returns place and velocity at a time within piece k; an agent stands before and after its pieces."""
    t0, t1, x0, y0, x1, y1 = path[k]
    if time >= t1:
        return x1, y1, 0.0, 0.0
    vx, vy = (x1 - x0) / (t1 - t0), (y1 - y0) / (t1 - t0)
    return x0 + vx * (time - t0), y0 + vy * (time - t0), vx, vy


def pair_overlaps(a, b, reach):
    """Returns the maximal overlaps of two paths ({time, end, depth, deepest}) and (least distance, its time)."""
    i = j = 0
    time = 0.0
    nearest = (math.inf, 0.0)
    runs = []
    while True:
        while i + 1 < len(a) and a[i][1] <= time:
            i += 1
        while j + 1 < len(b) and b[j][1] <= time:
            j += 1
        nexts = [t for t in (a[i][1], b[j][1]) if t > time]
        until = min(nexts) if nexts else math.inf
        ax, ay, avx, avy = _at(a, i, time)
        bx, by, bvx, bvy = _at(b, j, time)
        px, py, vx, vy = ax - bx, ay - by, avx - bvx, avy - bvy
        span = until - time
        vv, pv = vx * vx + vy * vy, px * vx + py * vy
        at = 0.0 if vv == 0 else min(max(-pv / vv, 0.0), span)
        distance = math.hypot(px + vx * at, py + vy * at) if at else math.hypot(px, py)
        if distance < nearest[0]:
            nearest = (distance, time + at)
        # Touching within the tolerance is contact too: it may continue after an overlap.
        if distance < reach * (1 + TOLERANCE):
            if vv == 0:
                begin, end = 0.0, span
            else:
                # Half the chord, from the distance of the line to the origin.
                cross = (px * vy - py * vx) / math.sqrt(vv)
                half = math.sqrt(max(reach * reach - cross * cross, 0.0) / vv)
                begin, end = (min(max(-pv / vv + side, 0.0), span) for side in (-half, half))
            runs.append((time + begin, time + end, reach - distance, time + at))
        if until == math.inf:
            break
        time = until
    return _joined(runs, TOLERANCE * reach), nearest


def _joined(runs, tolerance):
    """Joins contacts that follow one another without a gap; drops those that are nowhere deeper than the tolerance."""
    joined = []
    for begin, end, depth, at in runs:
        if joined and begin <= joined[-1]['end'] + 1e-9:
            last = joined[-1]
            last['end'] = max(last['end'], end)
            if depth > tolerance:
                last['overlap_end'] = max(last['overlap_end'] or end, end)
            if depth > last['depth']:
                last['depth'], last['deepest'] = depth, at
        else:
            overlap_end = end if depth > tolerance else None
            joined.append({'time': begin, 'end': end, 'overlap_end': overlap_end, 'depth': depth, 'deepest': at})
    return [run for run in joined if run['depth'] > tolerance]


def _square_depth(x, y, cell, radius):
    """Returns how deep a disc is in the unit square of a cell; negative: the gap."""
    dx, dy = abs(x - cell[0]) - 0.5, abs(y - cell[1]) - 0.5
    if dx <= 0 or dy <= 0:
        return radius - max(dx, dy)
    return radius - math.hypot(dx, dy)


def _in_blocked(plan, agent, path):
    """Returns overlaps with blocked cells. A depth is concave along a straight move: searches by thirds are exact."""
    radius, runs = plan.radius, {}
    reach = radius + 0.5
    for k, (t0, t1, x0, y0, x1, y1) in enumerate(path):
        pieces = [(t0, t1)] + ([(t1, math.inf)] if k == len(path) - 1 else [])
        for begin, end in pieces:
            xa, ya, xb, yb = (x0, y0, x1, y1) if begin == t0 and end == t1 else (x1, y1, x1, y1)
            for cx in range(math.ceil(min(xa, xb) - reach), math.floor(max(xa, xb) + reach) + 1):
                for cy in range(math.ceil(min(ya, yb) - reach), math.floor(max(ya, yb) + reach) + 1):
                    if (cx, cy) in plan.grid.blocked:
                        run = _blocked_run((begin, end), (xa, ya, xb, yb), (cx, cy), radius)
                        if run:
                            runs.setdefault((cx, cy), []).append(run)
    return [{'kind': 'agent-obstacle', 'agents': [agent], 'cell': cell, **run}
            for cell, parts in runs.items() for run in _joined(parts, TOLERANCE * max(radius, 1.0))]


def _blocked_run(span, move, cell, radius):
    begin, end = span
    xa, ya, xb, yb = move

    def depth(u):
        return _square_depth(xa + (xb - xa) * u, ya + (yb - ya) * u, cell, radius)

    if (xa, ya) == (xb, yb) or begin == end:
        return (begin, end, depth(0.0), begin) if depth(0.0) > 0 else None
    lo, hi = 0.0, 1.0
    for _ in range(100):
        left, right = lo + (hi - lo) / 3, hi - (hi - lo) / 3
        if depth(left) < depth(right):
            lo = left
        else:
            hi = right
    best = max((0.0, 1.0, (lo + hi) / 2), key=depth)
    if depth(best) <= 0:
        return None
    first = _boundary(depth, 0.0, best)
    last = 1 - _boundary(lambda u: depth(1 - u), 0.0, 1 - best)
    return (begin + first * (end - begin), begin + last * (end - begin), depth(best), begin + best * (end - begin))


def _boundary(depth, outside, inside):
    """Returns the least place between the two where the depth is above 0."""
    if depth(outside) > 0:
        return outside
    for _ in range(60):
        middle = (outside + inside) / 2
        if depth(middle) > 0:
            inside = middle
        else:
            outside = middle
    return inside


def _off_map(plan, agent, path):
    """Returns the excursions over the map's bounds; over each side the depth is linear along a move."""
    radius, runs = plan.radius, []
    sides = (lambda x, y: radius - 0.5 - x, lambda x, y: x + radius - plan.grid.width + 0.5,
             lambda x, y: radius - 0.5 - y, lambda x, y: y + radius - plan.grid.height + 0.5)
    for k, (t0, t1, x0, y0, x1, y1) in enumerate(path):
        for side in sides:
            d0, d1 = side(x0, y0), side(x1, y1)
            if max(d0, d1) > 0:
                crossing = t0 + (t1 - t0) * d0 / (d0 - d1) if d0 != d1 else t0
                begin = t0 if d0 > 0 else crossing
                end = t1 if d1 > 0 else crossing
                if k == len(path) - 1 and d1 > 0:
                    end = math.inf
                runs.append((begin, end, max(d0, d1), t0 if d0 > d1 else t1))
    runs.sort()
    return [{'kind': 'off-map', 'agents': [agent], **run} for run in _joined(runs, TOLERANCE * max(radius, 1.0))]
