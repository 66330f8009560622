import { EXIT, UsageError } from '../console/exit.js';
import {
    DIGITS_HELP,
    LISTING_HELP,
    parseChoice,
    parseCommand,
    parseDigits,
    parseMaxViolations,
} from '../console/options.js';
import { expandArguments } from '../files/folder.js';
import { placesOf } from '../files/plan_list.js';
import { REPORT_KINDS } from '../report/index.js';
import { writeReport } from '../report/write_report.js';
import { checkShard, interleave, orderShards } from '../results/shard_reader.js';

const HELP = `graze merge SHARD... : merge the reports of a campaign's shards

  SHARD                the output of graze validate --list FILE --shard i/N --out SHARD;
                       all N of them, in any order; or a folder with .ndjson files, or a pattern
  --report ${REPORT_KINDS.join('|')}   (text)
${DIGITS_HELP}
${LISTING_HELP}
  --list FILE          the list of the plans: paths of github and sarif reports lead from the working
                       directory to its folder (default: paths are those in the list)
  --out FILE           write the report to FILE, completely or not at all (default: standard output)
  --quiet              no text report, only the exit code
  --help

The report is that of one run over the whole list. Shards that are missing, present twice,
truncated, altered, or of another list, options or version of graze are rejected. An html report
has pictures when the shards were made with --figures.

Exit codes: those of graze validate over the whole list; 3 also for shards that are rejected, 73
for a report that cannot be written.
`;

const OPTIONS = /** @type {const} */ ({
    report: { type: 'string', default: 'text' },
    list: { type: 'string' },
    out: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    digits: { type: 'string' },
    details: { type: 'boolean', default: false },
    'max-violations': { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
});

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function run(args) {
    const { values, positionals } = parseCommand('merge', args, OPTIONS);
    if (values.help) {
        process.stdout.write(HELP);
        return EXIT.valid;
    }
    if (positionals.length === 0) throw new UsageError('no shard is named. Try graze merge --help');
    const kind = parseChoice('report', values.report, REPORT_KINDS) ?? 'text';
    const names = await expandArguments(positionals, {
        noun: 'shards',
        accepts: async ({ name }) => name.endsWith('.ndjson'),
    });
    const shards = [];
    for (const path of names) shards.push(await checkShard(path));
    const orderedShards = orderShards(shards);
    const [{ header }] = orderedShards;
    return writeReport(interleave(orderedShards), {
        kind,
        graze: header.graze,
        header: async () => ({ ...header, shard: [1, 1] }),
        count: header.list.count,
        placeOf: placesOf({ ...header.options, list: values.list }),
        out: values.out,
        digits: parseDigits(values.digits),
        details: values.details,
        maxGroups: parseMaxViolations(values['max-violations']),
        isQuiet: values.quiet,
    });
}
