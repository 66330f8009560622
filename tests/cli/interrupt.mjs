/**
 * Loaded before the program: interrupts it at a moment that GRAZE_INTERRUPT names, however busy the machine is.
 * `listening`: as soon as it listens to interrupts. `checking`: when the first instance of the module is made, that is after
 * a plan is read and before it is checked. `thread`: when another thread runs.
 */
const interrupt = () => process.kill(process.pid, 'SIGINT');

if (process.env.GRAZE_INTERRUPT === 'listening') {
    process.on('newListener', (name) => {
        if (name === 'SIGINT') setImmediate(interrupt);
    });
} else if (process.env.GRAZE_INTERRUPT === 'thread') {
    process.on('worker', (worker) => worker.once('online', interrupt));
} else {
    const { Instance } = WebAssembly;
    WebAssembly.Instance = new Proxy(Instance, {
        construct(target, args) {
            interrupt();
            return Reflect.construct(target, args);
        },
    });
}
