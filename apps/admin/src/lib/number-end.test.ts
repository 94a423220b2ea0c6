import { expect, it } from 'vitest';
import { numberEnd } from './number-end.ts';

it('names what has an id by the last digits of it', () => {
  expect([248914727655178200n, 123456n, 7n].map(numberEnd)).toEqual(['…178200', '123456', '7']);
});
