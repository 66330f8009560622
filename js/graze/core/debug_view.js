import { GrazeError } from './errors.js';

/**
 * Views of batches of an instance with `debug`: they report reads and writes that would be lost.
 *
 * @typedef {import('./batch.js').ViewType} ViewType
 */

/**
 * Returns a proxy of a view that throws `stale-view` when it is read or written after memory growth has detached the
 * view or its batch was freed. Methods of typed arrays work through it.
 *
 * @template {InstanceType<ViewType>} V
 * @param {V} view
 * @param {string} name
 * @param {() => boolean} isFreed
 * @returns {V}
 */
export function guardView(view, name, isFreed) {
    const check = () => {
        const isDetached = view.length === 0;
        if (!isDetached && !isFreed()) return;
        const reason = isDetached
            ? 'memory has grown since it was read from the batch: read it again'
            : 'its batch was freed';
        throw new GrazeError('stale-view', `${name} must be a current view, but ${reason}`, {
            argument: name,
        });
    };
    /** @type {V} */
    const guarded = new Proxy(view, {
        get(target, key) {
            check();
            const value = /** @type {unknown} */ (Reflect.get(target, key, target));
            if (typeof value !== 'function' || key === 'constructor') return value;
            return (/** @type {unknown[]} */ ...args) => {
                check();
                const result = value.apply(target, args);
                if (result === target) return guarded;
                return key === 'subarray' && result.length > 0
                    ? guardView(result, name, isFreed)
                    : result;
            };
        },
        set(target, key, value) {
            check();
            return Reflect.set(target, key, value, target);
        },
    });
    return guarded;
}
