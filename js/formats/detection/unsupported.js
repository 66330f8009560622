import { detectRosMap } from './detection.js';

/**
 * Names files that no reader reads, by how they begin: compressed, in another encoding, a web page, a pointer, or a
 * format of somebody else.
 *
 * @import { ScenarioFiles } from '../index.js'
 */

/** The first bytes of other kinds of files, decoded as UTF-8. */
const MAGIC = /** @type {const} */ ([
    ['\x1f\ufffd\x08', 'it is compressed (gzip): unpack it first'],
    ['PK\x03\x04', 'it is compressed (zip): unpack it first'],
    ['BZh', 'it is compressed (bzip2): unpack it first'],
    ['\ufffd7zXZ\0', 'it is compressed (xz): unpack it first'],
    ['(\ufffd/\ufffd', 'it is compressed (zstd): unpack it first'],
    ['7z\ufffd\ufffd', 'it is compressed (7z): unpack it first'],
    ['%PDF-', 'it is a PDF document'],
    ['\ufffdPNG\n', 'it is a picture (PNG)'],
    ['SQLite format 3\0', 'it is a database (SQLite)'],
]);

/** Beginning of an image of the Netpbm family. */
const IMAGE = /^P[1-6]\s/;
const IMAGE_HINT = 'it is an image: give the YAML file that names it (--map FILE.yaml)';

/** Characters by which UTF-16 is recognized. */
const SAMPLE_LENGTH = 64;

/** Minimum fraction of NUL characters at even or odd positions in ASCII text as UTF-16. */
const MIN_NUL_SHARE = 0.9;

/**
 * Describes a file that is not UTF-8 text.
 *
 * @param {string} head how it begins, decoded as UTF-8
 * @returns {string | null} null: nothing that is known here
 */
export function describeBytes(head) {
    if (IMAGE.test(head)) return IMAGE_HINT;
    const magic = MAGIC.find(([begin]) => head.startsWith(begin));
    if (magic !== undefined) return magic[1];
    // Both bytes of a UTF-16 byte order mark are invalid in UTF-8.
    const hasByteOrderMark = head.startsWith('\ufffd\ufffd');
    const sample = head.slice(hasByteOrderMark ? 2 : 0, SAMPLE_LENGTH);
    const isUtf16 = [0, 1].some((parity) => {
        const half = [...sample].filter((_, k) => k % 2 === parity);
        const nulCount = half.filter((c) => c === '\0').length;
        return half.length > 1 && nulCount >= MIN_NUL_SHARE * half.length;
    });
    return isUtf16 && !/^\0*$/.test(sample) ? 'it is UTF-16: save it as UTF-8' : null;
}

/** How motions of other formats can be given, for the end of a message. */
const AS_TABLE =
    'write its motions as a table (CSV) with the columns id, t, x, y and heading, which is read as tracks';

/** Formats of motions that are not read, by how their files begin. */
const MOTIONS = /** @type {const} */ ([
    [
        /^result[ \t]*:[\s\S]*^[ \t]*(?:-[ \t]+)?(?:states|actions|num_states)[ \t]*:/m,
        'a result of db-CBS or Dynoplan, whose states have no times',
    ],
    [/^\d+[ \t]*\n(?:\d+,-?\d+,\d+;)+/, "RHCR's paths, places with headings and times"],
]);

/** A row of numbers, which has no header above it. */
const NUMBERS =
    /^[ \t]*"?[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"?(?:[ \t]*[,;\t][ \t]*"?[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?"?){3,}[ \t]*$/i;

/** Root elements of formats of XML that are not read. @type {ReadonlyMap<string, string>} */
const ROOTS = new Map([
    ['routes', 'routes of SUMO'],
    ['net', 'a road network of SUMO'],
    ['additional', 'an additional file of SUMO'],
    ['configuration', 'a configuration of SUMO'],
    ['sumoConfiguration', 'a configuration of SUMO'],
    ['OpenSCENARIO', 'an ASAM OpenSCENARIO scenario'],
    ['OpenDRIVE', 'an ASAM OpenDRIVE road network'],
    ['osm', 'OpenStreetMap data'],
    ['gpx', 'GPX tracks'],
    ['kml', 'a KML file'],
    ['svg', 'an SVG picture'],
    ['robot', 'a robot description (URDF)'],
    ['sdf', 'a simulation description (SDFormat)'],
    ['world', 'a simulation world (Gazebo)'],
    ['mxfile', 'a drawing of draw.io'],
]);

/** Options that take CCBS files, by the element after `<root>`. @type {ReadonlyMap<string, string>} */
const CCBS = new Map([
    ['map', 'a CCBS map, not a plan: give it as --map'],
    ['algorithm', 'a CCBS configuration, not a plan: give it as --config'],
]);

/**
 * Describes a text file that is not what it is given as.
 *
 * @param {string} head how it begins
 * @param {keyof ScenarioFiles} role as which it is given
 * @returns {string | null} null: nothing that is known here
 */
export function describeUnsupported(head, role) {
    if (role === 'map' && IMAGE.test(head)) return IMAGE_HINT;
    const kind = describeKind(head);
    if (kind !== null) return `it is ${kind}, not a ${role}`;
    if (/^version https:\/\/git-lfs\.github\.com\/spec\//.test(head)) {
        return 'it is a Git LFS pointer, not the file itself: fetch that with git lfs pull';
    }
    if (role !== 'plan') return null;
    const motion = describeMotions(head);
    if (motion !== null) return motion;
    if (detectRosMap(head)) return 'it is an occupancy map of ROS, not a plan: give it as --map';
    const [root, first] = firstTags(head);
    if (root === 'graphml') return 'it is a roadmap (GraphML), not a plan: give it as --map';
    const ccbs = root === 'root' ? CCBS.get(first) : undefined;
    return ccbs === undefined ? null : `it is ${ccbs}`;
}

/**
 * Describes XML with an unknown root.
 *
 * @param {string} head how it begins
 */
export function describeRoot(head) {
    const [root] = firstTags(head);
    const rootName = root === undefined ? 'its root' : `the root <${root}>`;
    return `graze reads no XML format with ${rootName}; it reads CCBS logs (<root>), CommonRoad scenarios (<commonRoad>) and solutions (<CommonRoadSolution>)`;
}

/** Describes a file of motions that no reader reads, and how to give them. @param {string} head @returns {string | null} */
function describeMotions(head) {
    const [, kind] = MOTIONS.find(([pattern]) => pattern.test(head)) ?? [];
    if (kind !== undefined) return `it is ${kind}, which graze does not read: ${AS_TABLE}`;
    const [root] = firstTags(head);
    if (root === 'fcd-export') {
        const frame =
            'in SUMO x and y are those of the middle of the front bumper, and the angle is in degrees clockwise from north';
        return `it is SUMO floating car data, which graze does not read: ${AS_TABLE}; ${frame}`;
    }
    const [line] = head.trimStart().split('\n', 1);
    if (!NUMBERS.test(line)) return null;
    return 'it is a table of numbers without a header: name its columns in the first line, such as id,t,x,y,heading';
}

/** @param {string} head @returns {string | null} */
function describeKind(head) {
    if (/^\s*<!doctype\s+html\b/i.test(head)) return 'a web page (HTML)';
    if (/^\s*\{/.test(head) && /"mapFile"\s*:/.test(head) && /"agentFile"\s*:/.test(head)) {
        return 'a problem of the League of Robot Runners';
    }
    const [root = ''] = firstTags(head);
    if (root.toLowerCase() === 'html') return 'a web page (HTML)';
    return ROOTS.get(root) ?? null;
}

/** Ends of markup between tags, by how it begins. */
const SKIPPED_MARKUP = /** @type {const} */ ([
    ['<?', '?>'],
    ['<!--', '-->'],
    ['<!', '>'],
]);

/**
 * Returns the names of the first two start tags of XML, as far as they are there.
 *
 * @param {string} text
 */
function firstTags(text) {
    const names = [];
    let offset = 0;
    while (names.length < 2) {
        offset = text.indexOf('<', offset);
        if (offset < 0 || (names.length === 0 && text.slice(0, offset).includes('{'))) break;
        const skipped = SKIPPED_MARKUP.find(([begin]) => text.startsWith(begin, offset));
        if (skipped === undefined) {
            const [, name] = /^<([\w:.-]+)/.exec(text.slice(offset, offset + SAMPLE_LENGTH)) ?? [];
            if (name === undefined) break;
            names.push(name);
        }
        const end = skipped?.[1] ?? '>';
        offset = text.indexOf(end, offset);
        if (offset < 0) break;
    }
    return names;
}
