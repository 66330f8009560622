import { EXIT, UsageError } from '../exit.js';
import {
    DIGITS_HELP,
    LISTING_HELP,
    parseChoice,
    parseCommand,
    parseDigits,
    parseMost,
} from '../options.js';
import { KINDS } from '../report/index.js';
import { checkCampaign, checkShard, interleave } from '../shard.js';
import { tell } from '../tell.js';

const HELP = `graze merge SHARD... : put the reports of a campaign's shards together

  SHARD                what graze validate --list FILE --shard i/N --out SHARD has written;
                       all N of them, in any order
  --report ${KINDS.join('|')}   (text)
${DIGITS_HELP}
${LISTING_HELP}
  --out FILE           write the report there, whole or not at all, not to standard output
  --quiet              no text report, only the exit code
  --help

The report is that of one run over the whole list. Shards that are missing, there twice, cut
short, altered, or of another list, options or version of graze are refused. Pictures are in
an html report when the shards were made with --figures.

Exit codes: as of graze validate over the whole list; 3 also for shards that are refused, 73 for
a report that cannot be written.
`;

const OPTIONS = /** @type {const} */ ({
    report: { type: 'string', default: 'text' },
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
    const kind = parseChoice('report', values.report, KINDS) ?? 'text';
    const shards = [];
    for (const path of positionals) shards.push(await checkShard(path));
    const ordered = checkCampaign(shards);
    const [{ header }] = ordered;
    return tell(interleave(ordered), {
        kind,
        header: { ...header, shard: [1, 1] },
        count: header.list.count,
        out: values.out,
        digits: parseDigits(values.digits),
        details: values.details,
        most: parseMost(values['max-violations']),
        isQuiet: values.quiet,
    });
}
