import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pause } from './program.js';

/**
 * A Slurm of one node on this machine, for tests only: without authentication, on 127.0.0.1 alone, all its
 * files in one folder.
 */

const PROGRAMS = ['slurmctld', 'slurmd', 'sbatch', 'squeue', 'scontrol', 'sinfo'];

/** Returns the reason why there can be none; false if there can. */
export function whyNoSlurm() {
    const missing = PROGRAMS.find((name) => spawnSync(name, ['-V']).error !== undefined);
    if (missing !== undefined) return `${missing} is not installed`;
    return process.getuid?.() === 0 ? false : 'Slurm without accounts needs root';
}

/** Returns a port on which nothing listens. @returns {Promise<number>} */
function freePort() {
    return new Promise((resolve) => {
        const server = createServer();
        server.listen(0, '127.0.0.1', () => {
            const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
            server.close(() => resolve(port));
        });
    });
}

/** @param {string} folder @param {string} host @param {[number, number]} ports */
function configuration(folder, host, [controller, node]) {
    return `ClusterName=test
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controller}
SlurmdPort=${node}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0,sched_min_interval=0
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
KillWait=5
ReturnToService=2
MailProg=/bin/true
NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=test Nodes=ALL Default=YES State=UP
`;
}

/**
 * Starts it and waits until it takes jobs.
 *
 * @param {string} folder
 */
export async function startSlurm(folder) {
    for (const name of ['state', 'spool']) mkdirSync(join(folder, name), { recursive: true });
    const host = hostname().split('.')[0];
    const path = join(folder, 'slurm.conf');
    writeFileSync(path, configuration(folder, host, [await freePort(), await freePort()]));
    const env = { ...process.env, SLURM_CONF: path };
    const stepd = ['/usr/sbin/slurmstepd', '/usr/sbin/slurmstepd-wlm'].find(existsSync);
    const daemons = [
        spawn('slurmctld', ['-D', '-i'], { env, stdio: 'ignore' }),
        spawn('slurmd', ['-D', '-N', host, ...(stepd ? ['-d', stepd] : [])], {
            env,
            stdio: 'ignore',
        }),
    ];
    const ended = daemons.map((one) => new Promise((resolve) => one.on('close', resolve)));
    /** @param {string} command @param {string[]} args @param {string} [cwd] */
    const call = (command, args, cwd) =>
        execFileSync(command, args, { env, cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
    const stop = async () => {
        for (const one of daemons) one.kill('SIGTERM');
        await Promise.all(ended);
    };
    for (let tries = 0; tries < 150; tries++) {
        const { stdout } = spawnSync('sinfo', ['-h', '-o', '%T'], { env, encoding: 'utf8' });
        if (stdout.trim() === 'idle') return { call, stop };
        await pause(100);
    }
    await stop();
    throw new Error(`Slurm does not start: see ${folder}`);
}
