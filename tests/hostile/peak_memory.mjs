import { writeSync } from 'node:fs';

/**
 * Loaded before the program: writes to descriptor 3 how many bytes of memory the process held at most, and how many
 * seconds of the processor it took.
 */
process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const seconds = (userCPUTime + systemCPUTime) / 1e6;
    writeSync(3, JSON.stringify({ memory: maxRSS * 1024, seconds }));
});
