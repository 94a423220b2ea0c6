import { afterAll } from 'vitest';
import { closeBrowser } from './phone.ts';

/** Closes the browser after each file, whether its tests passed or failed. */
afterAll(closeBrowser);
