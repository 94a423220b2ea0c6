import { afterAll } from 'vitest';
import { endAll } from './testbed.ts';

/** Runs before every file, so the hook is each file's own, although `world.ts` is loaded only once. */
afterAll(endAll);
