"""Text formats that several kinds of plans use: a subset of YAML, MovingAI maps and scenarios."""

import json
import re


class Unread(Exception):
    """The file is not of the format, or uses a part of it that this checker does not read."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def read_text(path):
    """Returns the text of a file, without byte order marks and with plain line ends."""
    with open(path, 'rb') as file:
        text = file.read().decode('utf-8')
    return text.lstrip('\ufeff').replace('\r\n', '\n').replace('\r', '\n')


# ---------------------------------------------------------------- YAML

PLAIN_NUMBER = re.compile(r'[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$')


def yaml_documents(text):
    """Returns the documents of a YAML text: block and flow maps and lists, scalars, literal blocks."""
    documents = []
    for part in re.split(r'^---[ \t]*$', text, flags=re.M):
        lines = _yaml_lines(part)
        if any(content for _, content, _ in lines):
            documents.append(_Block(lines).document())
    return documents


def _yaml_lines(text):
    """Returns (indent, content, raw) of each line; comments are removed from the content."""
    lines = []
    for raw in text.split('\n'):
        content = re.sub(r'(^|\s)#.*$', '', raw).replace('!!python/tuple ', '').rstrip()
        lines.append((len(content) - len(content.lstrip()), content.strip(), raw))
    return lines


class _Block:
    """A reader of YAML's block style by indent."""

    def __init__(self, lines):
        self.lines = lines
        self.at = 0

    def _skip(self):
        while self.at < len(self.lines) and not self.lines[self.at][1]:
            self.at += 1
        return self.at < len(self.lines)

    def document(self):
        self._skip()
        value = self._node(self.lines[self.at][0])
        if self._skip():
            raise Unread('bad-yaml', f'line {self.at + 1} does not belong to the document')
        return value

    def _node(self, indent):
        content = self.lines[self.at][1]
        if content == '-' or content.startswith('- '):
            return self._list(indent)
        if _key_of(content):
            return self._map(indent)
        return self._scalar_lines(content, indent)

    def _scalar_lines(self, content, indent):
        """Reads a scalar or a flow value, which may go on over deeper or equally deep lines."""
        self.at += 1
        while not _flow_is_closed(content) and self._skip():
            content += ' ' + self.lines[self.at][1]
            self.at += 1
        return _flow(content)

    def _list(self, indent):
        values = []
        while self._skip():
            depth, content, raw = self.lines[self.at]
            if depth != indent or not (content == '-' or content.startswith('- ')):
                break
            rest = content[1:].strip()
            if not rest:
                self.at += 1
                values.append(self._under(indent))
                continue
            inner = depth + len(content) - len(content[1:].lstrip())
            self.lines[self.at] = (inner, rest, ' ' * inner + rest)
            values.append(self._node(inner))
        return values

    def _map(self, indent):
        values = {}
        while self._skip():
            depth, content, _ = self.lines[self.at]
            if depth != indent or content.startswith('- '):
                break
            match = _key_of(content)
            if not match:
                raise Unread('bad-yaml', f'line {self.at + 1} has no key')
            key, rest = _scalar(match.group(1)), match.group(2).strip()
            if key in values:
                raise Unread('bad-yaml', f'key {key} is there twice')
            if rest in ('|', '|-', '|+'):
                self.at += 1
                values[key] = self._literal(indent, rest != '|-')
            elif rest:
                values[key] = self._scalar_lines(rest, indent)
            else:
                self.at += 1
                values[key] = self._under(indent, lists_at=indent)
        return values

    def _under(self, indent, lists_at=None):
        """Reads the value below a key or a dash; None where nothing is deeper."""
        if not self._skip():
            return None
        depth, content, _ = self.lines[self.at]
        if depth > indent or (depth == lists_at and (content == '-' or content.startswith('- '))):
            return self._node(depth)
        return None

    def _literal(self, indent, keeps_end):
        lines, depth = [], None
        while self.at < len(self.lines):
            raw = self.lines[self.at][2]
            if raw.strip():
                here = len(raw) - len(raw.lstrip())
                if here <= indent:
                    break
                depth = here if depth is None else depth
            lines.append(raw[depth or 0:])
            self.at += 1
        text = '\n'.join(lines).rstrip('\n')
        return text + '\n' if keeps_end else text


def _key_of(content):
    if content[:1] in '[{':
        return None
    return re.match(r'("(?:[^"\\]|\\.)*"|\'[^\']*\'|[^:\s"\'][^:]*?)\s*:(?:\s+(.*)|())$', content + ' ')


def _flow_is_closed(text):
    depth, quote = 0, None
    for char in text:
        if quote:
            quote = None if char == quote else quote
        elif char in '"\'':
            quote = char
        elif char in '[{':
            depth += 1
        elif char in ']}':
            depth -= 1
    return depth <= 0 and not quote


FLOW_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\'[^\']*\'|[\[\]{},]|:(?=[\s,\[\]{}])|[^\[\]{},:"\'](?:[^\[\]{},:]|:(?![\s,]))*)')


def _flow(text):
    if text[:1] not in '[{':
        return _scalar(text)
    tokens, at = [], 0
    while text[at:].strip():
        match = FLOW_TOKEN.match(text, at)
        if not match:
            raise Unread('bad-yaml', f'cannot read {text[at:at + 20]}')
        tokens.append(match.group(1).strip())
        at = match.end()
    value, end = _flow_value(tokens, 0)
    if end != len(tokens):
        raise Unread('bad-yaml', f'text follows the value {text[:30]}')
    return value


def _flow_value(tokens, at):
    if tokens[at] == '[':
        values, at = [], at + 1
        while tokens[at] != ']':
            value, at = _flow_value(tokens, at)
            values.append(value)
            at += tokens[at] == ','
        return values, at + 1
    if tokens[at] == '{':
        values, at = {}, at + 1
        while tokens[at] != '}':
            key = _scalar(tokens[at])
            if tokens[at + 1] != ':':
                raise Unread('bad-yaml', f'key {key} has no value')
            values[key], at = _flow_value(tokens, at + 2)
            at += tokens[at] == ','
        return values, at + 1
    return _scalar(tokens[at]), at + 1


def _scalar(text):
    text = text.strip()
    if text[:1] == '"':
        return json.loads(text)
    if text[:1] == "'":
        return text[1:-1].replace("''", "'")
    if text in ('', '~', 'null'):
        return None
    if text.lower() in ('true', 'false'):
        return text.lower() == 'true'
    if PLAIN_NUMBER.match(text):
        return int(text) if re.fullmatch(r'[-+]?\d+', text) else float(text)
    return text


# ---------------------------------------------------------------- MovingAI

class Grid:
    """Cells of unit size; (x, y) is the center of one. Blocked cells are a set."""

    def __init__(self, width, height, blocked):
        self.width, self.height, self.blocked = width, height, blocked

    def is_free(self, cell):
        x, y = cell
        return 0 <= x < self.width and 0 <= y < self.height and cell not in self.blocked


def read_map(text):
    """Returns the Grid of a MovingAI map; x is the column, y the row."""
    head, _, body = text.partition('map\n') if not text.startswith('type') else text.partition('\nmap\n')
    size = dict(line.split(None, 1) for line in head.split('\n') if line.strip())
    width, height = int(size['width']), int(size['height'])
    rows = body.split('\n')[:height]
    if len(rows) < height or any(len(row) != width for row in rows):
        raise Unread('bad-grid', 'the rows of the map are not width x height')
    blocked = {(x, y) for y, row in enumerate(rows) for x, char in enumerate(row) if char not in '.GSE'}
    return Grid(width, height, blocked)


def read_scen(text):
    """Returns (start, goal) of each line of a MovingAI scenario."""
    tasks = []
    for line in text.split('\n'):
        fields = line.split('\t') if '\t' in line else line.split()
        if len(fields) >= 9:
            sx, sy, gx, gy = (int(field) for field in fields[4:8])
            tasks.append(((sx, sy), (gx, gy)))
    return tasks
