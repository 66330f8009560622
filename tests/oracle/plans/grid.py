"""Plans on grids in whole steps: their formats, and conflicts of cells."""

import csv
import io
import json
import re

from .text import Grid, Unread, read_map, read_scen, read_text, yaml_documents


class Plan:
    """Agents that are in a cell after each step, from step 0 on."""

    def __init__(self, format_name, names, cells, starts=None, goals=None, notes=()):
        self.format = format_name
        self.names = names
        self.cells = cells
        self.starts = starts
        # For each agent the cells in any of which it may end; None where none is known.
        self.goals = goals
        self.notes = list(notes)
        # For each agent the cells that the planner asked for, each from where the agent was by then.
        self.wanted = None
        self.grid = None

    def cell(self, agent, step):
        """Returns where an agent is after a step; it stays at its last cell."""
        path = self.cells[agent]
        return path[min(step, len(path) - 1)]


# ---------------------------------------------------------------- formats

def read_kei18(text):
    """Reads a result of the LaCAM and PIBT family, with or without its header."""
    header, steps = {}, []
    for line in text.split('\n'):
        line = line.strip()
        match = re.match(r'(\d+):(.*)$', line)
        if match:
            if int(match.group(1)) != len(steps):
                raise Unread('bad-step', f'step {match.group(1)} is out of order')
            steps.append(_places(match.group(2)))
        elif '=' in line:
            key, _, value = line.partition('=')
            header[key] = value
        elif line:
            raise Unread('bad-line', f'cannot read {line[:40]}')
    if not steps:
        raise Unread('unsolved', 'the planner found no plan')
    count = len(steps[0])
    if any(len(step) != count for step in steps):
        raise Unread('agent-count', 'the steps have different numbers of agents')
    cells = [[step[k] for step in steps] for k in range(count)]
    goals = _places(header['goals']) if 'goals' in header else None
    return Plan('kei18', [str(k) for k in range(count)], cells,
                _places(header['starts']) if 'starts' in header else None,
                goals and [[goal] for goal in goals])


def _places(text):
    return [(int(x), int(y)) for x, y in re.findall(r'\(\s*(-?\d+)\s*,\s*(-?\d+)\s*(?:,\s*\w+\s*)?\)', text)]


def read_paths(text, axes):
    """Reads `Agent 0:(r,c)->(r,c)->` as EECBS and SMART write; axes 'row' or 'column' names the first."""
    names, cells = [], []
    for line in text.split('\n'):
        if not line.strip():
            continue
        match = re.match(r'\s*[Aa]gent\s+(\w+)\s*:(.*)$', line)
        if not match:
            raise Unread('bad-line', f'cannot read {line[:40]}')
        names.append(match.group(1))
        path = []
        for place in re.findall(r'\(([^)]*)\)', match.group(2)):
            numbers = [int(number) for number in place.split(',')]
            step = numbers[2] if len(numbers) > 2 else len(path)
            if step < len(path):
                raise Unread('bad-time', f'agent {names[-1]} is in two places after step {step}')
            while len(path) < step:
                path.append(path[-1])
            path.append((numbers[1], numbers[0]) if axes == 'row' else (numbers[0], numbers[1]))
        cells.append(path)
    return Plan('paths', names, cells)


STEPS = {'r': (1, 0), 'l': (-1, 0), 'w': (0, 0)}


def tracker_records(text):
    """Returns the records of a MAPF tracker file: CSV, JSON or YAML."""
    if text.lstrip()[:1] in '[{':
        value = json.loads(text)
        return value if isinstance(value, list) else [value]
    if re.search(r'^\s*(- )?\s*"?(solution_plan|map_name)"?\s*:', text, flags=re.M):
        return [record for document in yaml_documents(text)
                for record in (document if isinstance(document, list) else [document])]
    return list(csv.DictReader(io.StringIO(text, newline='')))


def read_tracker(record, tasks):
    """Reads one record. Of 2022 (no flip, no solution_plan) `u` is y + 1, today it is y - 1 unless flipped."""
    plan = record.get('solution_plan', record.get('path'))
    today = 'flip_up_down' in record or 'solution_plan' in record
    flipped = str(record.get('flip_up_down') or '').lower() in ('true', '1')
    up = -1 if today and not flipped else 1
    steps = {**STEPS, 'u': (0, up), 'd': (0, -up)}
    lines = plan if isinstance(plan, list) else plan.rstrip('\n').split('\n')
    if len(lines) > len(tasks):
        raise Unread('unknown-start', f'{len(lines)} agents, but {len(tasks)} tasks')
    cells = []
    for line, (start, _) in zip(lines, tasks):
        line = line.strip()
        if not re.fullmatch(r'(\d*[udlrw])*', line):
            raise Unread('bad-line', f'cannot read {line[:40]}')
        path = [start]
        for count, letter in re.findall(r'(\d*)([udlrw])', line):
            for _ in range(int(count or 1)):
                path.append((path[-1][0] + steps[letter][0], path[-1][1] + steps[letter][1]))
        cells.append(path)
    found = Plan('mapf-tracker', [str(k) for k in range(len(cells))], cells)
    found.starts = [start for start, _ in tasks[:len(cells)]]
    found.goals = [[goal] for _, goal in tasks[:len(cells)]]
    return found


def read_libmrp(document, source):
    """Reads a schedule of libMultiRobotPlanning with the input that it was made from, if there is one."""
    schedule = document['schedule'] or {}
    names, cells = [], []
    for name, states in schedule.items():
        path = []
        for state in states or []:
            while path and len(path) < state['t']:
                path.append(path[-1])
            if state['t'] < len(path):
                raise Unread('bad-time', f'{name} is in two places at {state["t"]}')
            path.extend([(state['x'], state['y'])] * (state['t'] - len(path) + 1))
        names.append(str(name))
        cells.append(path)
    plan = Plan('libmrp', names, cells)
    if source and source.get('agents'):
        _match_libmrp(plan, source['agents'])
    if source and source.get('map'):
        width, height = source['map']['dimensions']
        plan.grid = Grid(width, height, {tuple(cell) for cell in source['map'].get('obstacles') or []})
    return plan


def _match_libmrp(plan, agents):
    """Gives agents their tasks: by name where the names agree with the starts, else by order where that does."""
    by_name = {str(agent['name']): agent for agent in agents}

    def agrees(order):
        return all(agent and (not path or path[0] == tuple(agent['start'])) for path, agent in zip(plan.cells, order))

    order = [by_name.get(name) for name in plan.names]
    if not agrees(order) and len(agents) >= len(plan.names) and agrees(agents):
        order = list(agents[:len(plan.names)])
        plan.notes.append('agents go by order, not by name')
    for agent in agents:
        if not any(one is agent for one in order):
            order.append(agent)
            plan.names.append(str(agent['name']))
            plan.cells.append([])
    plan.starts = [tuple(agent['start']) if agent else None for agent in order]
    plan.goals = [agent and [tuple(goal) for goal in agent.get('potentialGoals', [agent.get('goal')]) if goal] or None
                  for agent in order]
    for path, start in zip(plan.cells, plan.starts):
        if not path:
            path.append(start)


HEADINGS = {'E': (1, 0), 'S': (0, 1), 'W': (-1, 0), 'N': (0, -1)}
TURN_RIGHT = {'E': 'S', 'S': 'W', 'W': 'N', 'N': 'E'}
TURN_LEFT = {after: before for before, after in TURN_RIGHT.items()}
MOVES = {'U': (0, -1), 'D': (0, 1), 'L': (-1, 0), 'R': (1, 0)}


def read_lorr(document):
    """Reads a plan of the League of Robot Runners of 2023 or 2024; x is the column, y the row."""
    if document.get('agentMaxCounter'):
        raise Unread('unsupported', 'plans of 2026 are not read')
    turns = document['actionModel'] == 'MAPF_T'
    count = len(document['actualPaths'])
    cells, wanted = [], []
    for k in range(count):
        row, column, heading = document['start'][k]
        actual = [letter for letter in document['actualPaths'][k].split(',') if letter]
        planned = [letter for letter in document['plannerPaths'][k].split(',') if letter]
        at, path, asked = (column, row), [(column, row)], [(column, row)]
        for step, letter in enumerate(actual):
            asked.append(_after(turns, at, heading, planned[step] if step < len(planned) else 'W')[0])
            at, heading = _after(turns, at, heading, letter)
            path.append(at)
        cells.append(path)
        wanted.append(asked)
    plan = Plan('lorr', [str(k) for k in range(count)], cells)
    if wanted != cells:
        plan.wanted = wanted
    plan.goals = _league_goals(document) if not turns else None
    return plan


def _after(turns, at, heading, letter):
    """Returns the cell and the heading after one action."""
    if letter in ('W', 'T'):
        return at, heading
    if turns and letter in 'RC':
        return at, (TURN_RIGHT if letter == 'R' else TURN_LEFT)[heading]
    dx, dy = HEADINGS[heading] if turns else MOVES[letter]
    return (at[0] + dx, at[1] + dy), heading


def _league_goals(document):
    """Returns the goals where each agent has exactly one task, else None."""
    tasks = {task[0]: (task[2], task[1]) for task in document.get('tasks', [])}
    goals = []
    for events in document.get('events', []):
        assigned = [event[0] for event in events if event[-1] == 'assigned']
        if len(assigned) != 1:
            return None
        goals.append([tasks[assigned[0]]])
    return goals or None


# ---------------------------------------------------------------- recognition

def read_plans(text, map_path, task_path, axes):
    """Returns the plans of a file as thunks by label, or None when the file is of no grid format."""
    document = None
    if text.lstrip()[:1] == '{':
        document = json.loads(text)
    tasks = read_scen(read_text(task_path)) if task_path and _is_scen(task_path) else None
    if isinstance(document, dict) and 'actionModel' in document:
        return [(None, lambda: _with_map(read_lorr(document), map_path, tasks))]
    if re.match(r'\s*[Aa]gent\s+\w+\s*:', text):
        return [(None, lambda: _with_map(read_paths(text, axes), map_path, tasks))]
    if re.search(r'^schedule:', text, flags=re.M):
        parsed = yaml_documents(text)[0]
        source = next((yaml_documents(read_text(other))[0] for other in (task_path, map_path)
                       if other and re.search(r'^(agents|map):', read_text(other), flags=re.M)), None)
        return [(None, lambda: _with_map(read_libmrp(parsed, source), map_path, tasks))]
    if 'solution_plan' in text[:4000] or re.match(r'"?(agents|map_name)"?,.*path', text.split('\n', 1)[0]):
        if tasks is None:
            raise Unread('unknown-start', 'a solution of the tracker needs its scenario')
        return [(_label(record), lambda record=record: _with_map(read_tracker(record, tasks), map_path, None))
                for record in tracker_records(text)]
    if re.search(r'^\d+:\(', text, flags=re.M) or re.match(r'agents=', text):
        return [(None, lambda: _with_map(read_kei18(text), map_path, tasks))]
    return None


def _label(record):
    return '-'.join(str(record[key]) for key in ('map_name', 'scen_type', 'type_id', 'agents') if record.get(key) not in (None, ''))


def _is_scen(path):
    return bool(re.match(r'\s*version', read_text(path)))


def _with_map(plan, map_path, tasks):
    if map_path and re.search(r'^map$', read_text(map_path), flags=re.M):
        plan.grid = read_map(read_text(map_path))
    if tasks is not None:
        count = len(plan.cells)
        plan.starts = [start for start, _ in tasks[:count]]
        plan.goals = [[goal] for _, goal in tasks[:count]]
    return plan


# ---------------------------------------------------------------- conflicts

def conflicts(plan, vanish=False):
    """Returns violations of the rules of plans in whole steps."""
    found = []
    last = max(len(path) for path in plan.cells) - 1

    def there(agent, step):
        return not vanish or step < len(plan.cells[agent])

    agents = range(len(plan.cells))
    for step in range(last + 1):
        present = [agent for agent in agents if there(agent, step)]
        for a, b in _sharing((plan.cell(agent, step), agent) for agent in present):
            found.append({'kind': 'vertex', 'agents': [a, b], 'time': step, 'cell': plan.cell(a, step)})
        if step == 0:
            continue
        for a, b in _swapping((plan.cell(agent, step - 1), plan.cell(agent, step), agent) for agent in present):
            found.append({'kind': 'edge', 'agents': [a, b], 'time': step - 1, 'cell': plan.cell(a, step - 1)})
        if plan.wanted is not None:
            found.extend(_wanted_conflicts(plan, step, present))
    for agent in agents:
        found.extend(_of_one(plan, agent))
    return found


def _wanted_conflicts(plan, step, present):
    """Returns conflicts of the moves that the planner asked for where those differ from what was done."""
    found = []
    for a, b in _sharing((plan.wanted[agent][step], agent) for agent in present):
        if plan.cells[a][step] != plan.cells[b][step]:
            found.append({'kind': 'vertex', 'agents': [a, b], 'time': step, 'cell': plan.wanted[a][step], 'wanted': True})
    for a, b in _swapping((plan.cells[agent][step - 1], plan.wanted[agent][step], agent) for agent in present):
        if plan.cells[a][step] != plan.wanted[a][step] or plan.cells[b][step] != plan.wanted[b][step]:
            found.append({'kind': 'edge', 'agents': [a, b], 'time': step - 1, 'cell': plan.cells[a][step - 1], 'wanted': True})
    for agent in present:
        cell = plan.wanted[agent][step]
        if plan.grid and cell != plan.cells[agent][step] and not plan.grid.is_free(cell):
            kind = 'agent-obstacle' if cell in plan.grid.blocked else 'off-map'
            found.append({'kind': kind, 'agents': [agent], 'time': step - 1, 'end': step, 'cell': cell, 'wanted': True})
    return found


def _sharing(entries):
    """Returns the pairs of agents whose keys are the same."""
    groups = {}
    for key, agent in entries:
        groups.setdefault(key, []).append(agent)
    return [(group[i], group[j]) for group in groups.values() for i in range(len(group)) for j in range(i + 1, len(group))]


def _swapping(moves):
    """Returns the pairs of agents that exchange their cells in one step."""
    by_move = {}
    for before, after, agent in moves:
        if before != after:
            by_move.setdefault((before, after), []).append(agent)
    return [(a, b) for (before, after), group in by_move.items() if before < after
            for a in group for b in by_move.get((after, before), [])]


def _of_one(plan, agent):
    path = plan.cells[agent]
    found = []
    for step, (before, after) in enumerate(zip(path, path[1:])):
        if abs(after[0] - before[0]) + abs(after[1] - before[1]) > 1:
            found.append({'kind': 'speed', 'agents': [agent], 'time': step, 'cell': before})
    if plan.starts and plan.starts[agent] and plan.starts[agent] != path[0]:
        found.append({'kind': 'start', 'agents': [agent], 'time': 0, 'cell': path[0]})
    if plan.goals and plan.goals[agent] and path[-1] not in plan.goals[agent]:
        found.append({'kind': 'goal', 'agents': [agent], 'time': len(path) - 1, 'cell': path[-1]})
    return found
