import { afterAll } from 'vitest';
import { closeBrowser } from './phone.ts';

/** After each file, whatever became of its journeys. */
afterAll(closeBrowser);
