import { afterAll } from 'vitest';
import { endAll } from './testbed.ts';

/** Runs before every file, so each file has its own hook, although `testbed.ts` is loaded only once. */
afterAll(endAll);
