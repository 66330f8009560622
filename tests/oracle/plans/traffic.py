"""Traffic: CommonRoad scenarios and solutions, tables of tracks."""

import csv
import io
import math
import re
import xml.etree.ElementTree as ElementTree

from .bodies import NEAR, Body, Motion, Pair, disc, fixed, polygon, rectangle, separation, through
from .text import Unread, read_text


class Scene:
    """Agents and obstacles: (name, Body, Motion). Obstacles are not checked against one another."""

    def __init__(self, format_name):
        self.format = format_name
        self.agents, self.obstacles = [], []
        self.problems = []
        self.notes = []


# ---------------------------------------------------------------- CommonRoad

def _number(element, default=None):
    if element is None:
        if default is None:
            raise Unread('missing-element', 'a number is missing')
        return default
    return float(element.text)


def _exact(element):
    if element is None:
        raise Unread('missing-element', 'a value is missing')
    exact = element.find('exact')
    if exact is None:
        raise Unread('uncertain-state', f'<{element.tag}> is not exact')
    return float(exact.text)


def _point(element):
    return (_number(element.find('x')), _number(element.find('y')))


def _parts(shape):
    """Returns the parts of all shapes below an element."""
    parts = []
    for one in shape:
        center = _point(one.find('center')) if one.find('center') is not None else (0.0, 0.0)
        if one.tag == 'rectangle':
            angle = _number(one.find('orientation'), 0.0)
            parts += rectangle(_number(one.find('length')), _number(one.find('width')), angle, center)
        elif one.tag == 'circle':
            parts += disc(_number(one.find('radius')), center)
        elif one.tag == 'polygon':
            parts += polygon([_point(point) for point in one.findall('point')])
        else:
            raise Unread('bad-shape', f'<{one.tag}> is not a shape')
    return parts


def _state(element):
    """Returns (time step, x, y, angle) of a state."""
    point = element.find('position/point')
    if point is None:
        raise Unread('uncertain-state', 'a position is not a point')
    return (_exact(element.find('time')), *_point(point), _exact(element.find('orientation')))


def _add_obstacle(scene, element, step, trajectories_are_agents):
    name = element.get('id')
    static = element.tag == 'staticObstacle' or element.findtext('role') == 'static'
    shape = element.find('shape')
    body = Body(_parts(shape)) if shape is not None else None
    if element.tag == 'environmentObstacle':
        scene.obstacles.append((name, body, fixed(0.0, 0.0, 0.0)))
        return
    first = _state(element.find('initialState')) if element.find('initialState') is not None else None
    if static:
        scene.obstacles.append((name, body, fixed(*first[1:])))
        return
    trajectory, occupancies = element.find('trajectory'), element.find('occupancySet')
    if occupancies is not None:
        _add_occupancies(scene, name, body, first, occupancies, step)
        return
    states = [first] + [_state(state) for state in (trajectory if trajectory is not None else [])]
    # Some writers repeat the initial state.
    states = [state for k, state in enumerate(states) if k == 0 or state != states[k - 1]]
    if any(after[0] <= before[0] for before, after in zip(states, states[1:])):
        raise Unread('bad-time', f'the states of obstacle {name} are out of order')
    moving = (name, body, through([(t * step, x, y, angle) for t, x, y, angle in states]))
    (scene.agents if trajectories_are_agents else scene.obstacles).append(moving)


def _add_occupancies(scene, name, body, first, occupancies, step):
    """Adds each occupancy, from its step to that of the next if one begins at the step after, else at its steps."""
    entries = [] if first is None else [(first[0], first[0], body, first[1:])]
    for occupancy in occupancies.findall('occupancy'):
        time = occupancy.find('time')
        if time.find('exact') is not None:
            begin = end = _exact(time)
        else:
            begin, end = _number(time.find('intervalStart')), _number(time.find('intervalEnd'))
        entries.append((begin, end, Body(_parts(occupancy.find('shape'))), (0.0, 0.0, 0.0)))
    begins = {entry[0] for entry in entries}
    for begin, end, shape, place in entries:
        until = end + 1 if end + 1 in begins else end
        scene.obstacles.append((name, shape, fixed(*place, begin * step, until * step)))


def read_scenario(root, trajectories_are_agents=True):
    version = root.get('commonRoadVersion')
    if version not in ('2018b', '2020a'):
        raise Unread('unknown-version', f'version {version} is not read')
    scene = Scene('commonroad')
    step = float(root.get('timeStepSize'))
    for element in root:
        if element.tag in ('obstacle', 'staticObstacle', 'dynamicObstacle', 'environmentObstacle', 'phantomObstacle'):
            _add_obstacle(scene, element, step, trajectories_are_agents)
    return scene


# Length and width by the number of the vehicle.
VEHICLES = {'1': (4.298, 1.674), '2': (4.508, 1.610), '3': (4.569, 1.844), '4': (5.100, 2.550)}


def read_solution(root, scenario):
    scene = read_scenario(scenario, trajectories_are_agents=False)
    step = float(scenario.get('timeStepSize'))
    models = re.findall(r'([A-Z]+)(\d)', root.get('benchmark_id').split(':')[0])
    for (_, vehicle), driven in zip(models, root):
        problem = next(one for one in scenario.findall('planningProblem') if one.get('id') == driven.get('planningProblem'))
        if driven.tag == 'pmInputVector':
            states = _integrated(driven, problem, step)
        elif driven.tag.endswith('Trajectory'):
            states = _driven_states(driven)
        else:
            raise Unread('unsupported-model', f'<{driven.tag}> needs a vehicle model')
        body = Body(rectangle(*VEHICLES[vehicle]))
        scene.agents.append((driven.get('planningProblem'), body, _driven_motion(states, step)))
        scene.problems.append(_problem_faults(problem, scenario, states))
    return scene


def _driven_states(driven):
    """Returns (step, x, y, angle, speed, acceleration) of each state, in order."""
    states = []
    for state in driven:
        get = {value.tag: float(value.text) for value in state}
        if 'orientation' in get:
            angle, speed = get['orientation'], get.get('velocity', 0.0)
        else:
            vx, vy = get['xVelocity'], get['yVelocity']
            speed = math.hypot(vx, vy)
            angle = math.atan2(vy, vx) if speed else (states[-1][3] if states else 0.0)
        states.append((get['time'], get['x'], get['y'], angle, speed, None))
    return sorted(states, key=lambda state: state[0])


def _integrated(driven, problem, step):
    """Integrates accelerations that are constant in each step."""
    first = problem.find('initialState')
    time, x, y, angle = _state(first)
    speed = _exact(first.find('velocity'))
    vx, vy = speed * math.cos(angle), speed * math.sin(angle)
    inputs = sorted((float(one.findtext('time')), float(one.findtext('xAcceleration')), float(one.findtext('yAcceleration')))
                    for one in driven)
    states = []
    for time, ax, ay in inputs:
        states.append((time, x, y, angle, math.hypot(vx, vy), (vx, vy, ax, ay)))
        x, y = x + vx * step + ax * step * step / 2, y + vy * step + ay * step * step / 2
        vx, vy = vx + ax * step, vy + ay * step
        angle = math.atan2(vy, vx) if vx or vy else angle
    states.append((time + 1, x, y, angle, math.hypot(vx, vy), None))
    return states


def _driven_motion(states, step):
    motion = through([(time * step, x, y, angle) for time, x, y, angle, _, _ in states])
    pieces = []
    for piece, (_, x, y, _, _, rates) in zip(motion.pieces, states):
        if rates:
            vx, vy, ax, ay = rates
            piece = (piece[0], piece[1], (x, vx, ax / 2), (y, vy, ay / 2), piece[4])
        pieces.append(piece)
    return Motion(pieces)


def _problem_faults(problem, scenario, states):
    """Returns the kinds of faults against the planning problem: 'start', 'goal'."""
    first = problem.find('initialState')
    time, x, y, angle = _state(first)
    faults = []
    begin = states[0]
    if (begin[0] != time or abs(begin[1] - x) > 0.1 or abs(begin[2] - y) > 0.1
            or abs(math.remainder(begin[3] - angle, 2 * math.pi)) > 0.1
            or abs(begin[4] - _exact(first.find('velocity'))) > 2):
        faults.append('start')
    goals = problem.findall('goalState')
    if goals and not any(_is_reached(goal, scenario, state) for goal in goals for state in states):
        faults.append('goal')
    return faults


def _is_reached(goal, scenario, state):
    time, x, y, angle, speed, _ = state
    for element in goal:
        if element.tag == 'position':
            if not _covers(element, scenario, (x, y)):
                return False
            continue
        low, high = (_number(element.find(name)) for name in ('intervalStart', 'intervalEnd'))
        if element.tag == 'time' and not low <= time <= high:
            return False
        if element.tag == 'velocity' and not low <= speed <= high:
            return False
        if element.tag == 'orientation' and not any(low <= angle + 2 * math.pi * k <= high for k in range(-3, 4)):
            return False
    return True


def _covers(position, scenario, point):
    for one in position:
        if one.tag == 'lanelet':
            lanelet = next(lane for lane in scenario.findall('lanelet') if lane.get('id') == one.get('ref'))
            left, right = ([_point(p) for p in lanelet.find(side).findall('point')] for side in ('leftBound', 'rightBound'))
            if _is_within(left + right[::-1], point):
                return True
        elif separation([([point], 0.0)], Body(_parts([one])).placed(0.0, 0.0, 0.0)) <= 0:
            return True
    return False


def _is_within(points, point):
    """Counts crossings of a ray; the bounds of lanelets need not make a convex polygon."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


# ---------------------------------------------------------------- tables of tracks

def read_tracks(text, radius):
    """Returns (label, Scene) of each case of a table; one without `case_id` is one case."""
    rows = list(csv.DictReader(io.StringIO(text)))
    head = set(rows[0]) if rows else set()
    cases = {}
    for row in rows:
        cases.setdefault(row.get('case_id'), []).append(row)
    layout = next((read for columns, read in (
        ({'track_id', 'timestamp_ms'}, _interaction), ({'frame', 'id', 'height', 'xVelocity'}, _highd),
        ({'trackId', 'xCenter'}, _ind)) if columns <= head), None)
    if layout is None:
        raise Unread('unknown-columns', 'the columns are of no known data set')
    return [(case, _tracks_scene(case_rows, layout, radius)) for case, case_rows in cases.items()]


def _optional(row, key):
    value = row.get(key)
    return float(value) if value not in (None, '', 'nan', 'NaN') else None


def _interaction(row):
    return (row['track_id'], float(row['timestamp_ms']) / 1000, float(row['x']), float(row['y']),
            _optional(row, 'psi_rad'), _optional(row, 'length'), _optional(row, 'width'))


def _highd(row):
    length, width = float(row['width']), float(row['height'])
    return (row['id'], float(row['frame']) / 25, float(row['x']) + length / 2, float(row['y']) + width / 2, 0.0, length, width)


def _ind(row):
    return (row['trackId'], float(row['frame']) / 25, float(row['xCenter']), float(row['yCenter']),
            math.radians(float(row['heading'])), _optional(row, 'length'), _optional(row, 'width'))


def _tracks_scene(rows, layout, radius):
    scene = Scene('tracks')
    tracks = {}
    for row in rows:
        name, *state = layout(row)
        tracks.setdefault(name, []).append(state)
    for name, states in tracks.items():
        states.sort(key=lambda state: state[0])
        length, width = (max((state[k] for state in states if state[k] is not None), default=0.0) for k in (4, 5))
        if length > 0 and width > 0 and all(state[3] is not None for state in states):
            body = Body(rectangle(length, width))
        elif length > 0 and width > 0:
            body = Body(disc(math.hypot(length, width) / 2))
        elif radius is not None:
            body = Body(disc(radius))
        else:
            raise Unread('radius-unknown', f'track {name} has no size')
        if len({tuple(state[4:6]) for state in states}) > 1:
            scene.notes.append(f'the size of track {name} changes')
        scene.agents.append((name, body, through([(t, x, y, angle or 0.0) for t, x, y, angle, _, _ in states])))
    return scene


# ---------------------------------------------------------------- conflicts

def is_commonroad(text):
    return bool(re.search(r'<(commonRoad|CommonRoadSolution)[\s>]', text[:2000]))


def read_commonroad(text, map_path):
    root = ElementTree.fromstring(text)
    if root.tag == 'CommonRoadSolution':
        if not map_path:
            raise Unread('missing-map', 'a solution needs its scenario')
        return read_solution(root, ElementTree.fromstring(read_text(map_path)))
    return read_scenario(root)


def violations(scene, samples):
    """Returns violations, near pairs, and by kind of pair the least separation with its pair and time."""
    found, near, least = [], [], {}
    for pair, bodies in _pairs(scene):
        best = least.get(pair['kind'], {'distance': math.inf})['distance']
        overlaps, nearest, undecided = Pair(*bodies, samples).examine(max(best, NEAR))
        deep = [overlap for overlap in overlaps if overlap['depth'] > NEAR]
        # How deep two bodies of several parts are depends on how they are cut.
        compound = len(bodies[0].parts) + len(bodies[2].parts) > 2
        found.extend({**pair, **overlap, 'compound': compound} for overlap in deep)
        if not deep and (abs(nearest[0]) <= NEAR and nearest[1] is not None or undecided):
            near.append({**pair, 'separation': nearest[0], 'time': nearest[1], 'unresolved': len(undecided)})
        if nearest[1] is not None and nearest[0] < best:
            least[pair['kind']] = {**pair, 'distance': nearest[0], 'time': nearest[1], 'compound': compound}
    for agent, faults in enumerate(scene.problems):
        found.extend({'kind': kind, 'agents': [agent]} for kind in faults)
    return found, near, least


def _pairs(scene):
    agents = scene.agents
    for a, (_, body, motion) in enumerate(agents):
        for b in range(a + 1, len(agents)):
            yield {'kind': 'agent-agent', 'agents': [a, b]}, (body, motion, *agents[b][1:])
        for name, other, stays in scene.obstacles:
            yield {'kind': 'agent-obstacle', 'agents': [a], 'obstacle': name}, (body, motion, other, stays)


def probe(scene, first, second, begin, end, count=20000):
    """Returns the least separation of two bodies, by name, on many samples of a window."""
    bodies = {name: [] for name in (first, second)}
    for name, body, motion in scene.agents + scene.obstacles:
        if name in bodies:
            bodies[name].append((body, motion))
    best = (math.inf, None)
    for one in bodies[first]:
        for other in bodies[second]:
            pair = Pair(*one, *other, 1)
            for low, high, *pieces in pair.spans():
                low, high = max(low, begin), min(high, end)
                if low <= high:
                    for k in range(count + 1):
                        t = low + (high - low) * k / count
                        best = min(best, (pair.separation_at(t, pieces), t))
    return best
