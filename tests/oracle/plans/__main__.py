"""Checks plans and prints what it finds as JSON.

    python3 -m plans PLAN... [--map FILE] [--task FILE] [--config FILE] [--radius R] [--axes row|column]
                        [--samples N] [--at-goal stay|vanish] [--probe A B FROM TO]

Run in tests/oracle. All plans have the same map, task and options. `--samples` is the least number of samples per time
step of traffic; more are added where bounds on speed do not exclude an overlap between two. `--axes` names the first number
of a place in files of paths. `--probe` prints the least separation of two bodies of traffic, by name, on 20,000 samples per
piece of a window.
"""

import argparse
import collections
import json
import math
import xml.etree.ElementTree as ElementTree

from . import discs, grid, traffic
from .text import Unread, read_text


def options():
    parser = argparse.ArgumentParser(prog='plans')
    parser.add_argument('plans', nargs='+', metavar='plan')
    parser.add_argument('--map')
    parser.add_argument('--task')
    parser.add_argument('--config')
    parser.add_argument('--radius', type=float)
    parser.add_argument('--axes', choices=['row', 'column'], default='row')
    parser.add_argument('--samples', type=int, default=50)
    parser.add_argument('--at-goal', choices=['stay', 'vanish'], default='stay')
    parser.add_argument('--probe', nargs=4, metavar=('A', 'B', 'FROM', 'TO'))
    return parser.parse_args()


def check(path, args):
    """Returns the results of a file, one for each plan in it."""
    text = read_text(path)
    if traffic.is_commonroad(text):
        return [guarded(None, lambda: of_scene(traffic.read_commonroad(text, args.map), args))]
    if discs.is_ccbs(text):
        return [guarded(None, lambda: of_discs(
            discs.read_ccbs(text, args.map, args.task, args.config, args.radius)))]
    header = text.split('\n', 1)[0]
    if any(name in header for name in ('track_id', 'trackId', 'xVelocity')):
        return [guarded(label, lambda scene=scene: of_scene(scene, args))
                for label, scene in traffic.read_tracks(text, args.radius)]
    plans = grid.read_plans(text, args.map, args.task, args.axes)
    if plans is None:
        raise Unread('unknown-format', 'the format is not recognised')
    return [guarded(label, lambda read=read: of_grid(read(), args)) for label, read in plans]


def guarded(label, work):
    """Returns a result, or the error of one that cannot be read."""
    try:
        result = work()
    except Unread as error:
        result = {'error': error.code, 'message': str(error)}
    return {'plan': label, **result}


def of_scene(scene, args):
    names = [name for name, _, _ in scene.agents]
    if not names:
        return {'format': scene.format, 'error': 'no-agents', 'message': 'nothing moves'}
    if args.probe:
        first, second, begin, end = args.probe
        distance, time = traffic.probe(scene, first, second, float(begin), float(end))
        return {'format': scene.format, 'probe': {'separation': distance, 'time': time}}
    found, near, least = traffic.violations(scene, args.samples)
    found_least, to_obstacles = least.get('agent-agent'), least.get('agent-obstacle')
    return {**result(scene, names, found, near, found_least), 'least_to_obstacles': to_obstacles}


def of_discs(plan):
    found, least = discs.violations(plan)
    return result(plan, plan.names, found, [], least)


def of_grid(plan, args):
    found = grid.conflicts(plan, args.at_goal == 'vanish')
    least = None
    as_discs = discs.from_cells(plan, args.radius or 0.0)
    if args.radius is None:
        found += discs.obstacle_violations(as_discs)
    else:
        more, least = discs.violations(as_discs)
        found += [violation for violation in more if violation['kind'] != 'speed']
    return {**result(plan, plan.names, found, [], least), 'steps': max(len(path) for path in plan.cells) - 1}


def result(plan, names, found, near, least):
    """Returns what is printed of one plan; infinite ends are null."""
    if least and not math.isfinite(least['distance']):
        least = None
    for violation in found:
        violation['names'] = [names[agent] for agent in violation['agents']]
        for key, value in violation.items():
            if isinstance(value, float) and not math.isfinite(value):
                violation[key] = None
    return {
        'format': plan.format,
        'valid': not found,
        'agents': len(names),
        'names': names,
        'counts': dict(collections.Counter(violation['kind'] for violation in found)),
        'violations': found,
        'near': near,
        'least': least,
        'notes': plan.notes,
    }


MALFORMED = (ElementTree.ParseError, ValueError, KeyError, IndexError, AttributeError, TypeError, OSError)


def check_safely(path, args):
    """Returns the results of a file, or its error."""
    try:
        return check(path, args)
    except Unread as error:
        return [{'plan': None, 'error': error.code, 'message': str(error)}]
    except MALFORMED as error:
        return [{'plan': None, 'error': 'malformed', 'message': f'{type(error).__name__}: {error}'}]


def main():
    args = options()
    print(json.dumps([{'file': path, 'results': check_safely(path, args)} for path in args.plans]))


main()
