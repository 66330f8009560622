import { writeSync } from 'node:fs';

/** Loaded before the program: tells on descriptor 3 how much memory the process held at most, in bytes. */
process.on('exit', () => {
    writeSync(3, String(process.resourceUsage().maxRSS * 1024));
});
