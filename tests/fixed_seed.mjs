/**
 * Gives all property tests without a seed of their own the same one, so that `make test` runs the same cases everywhere:
 * `node --import ./tests/fixed_seed.mjs --test`. Without it each run draws others.
 */
import { configureGlobal } from 'fast-check';

configureGlobal({ seed: 20_260_101 });
