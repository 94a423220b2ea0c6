import { ZERO } from '@app/money';
import { expect, it } from 'vitest';
import type { Network, Options } from '../withdrawals-query.ts';
import { blockOf } from './blocked.ts';

const NOW = 1_790_000_000_000;
const OPEN: Options = {
  list: [{} as Network], // Only whether there is one counts.
  level: 1,
  limit_btc: ZERO,
  used_btc: ZERO,
  held_until: null,
  has_incident: false,
  is_stopped: false,
};

it('given nothing against it, then something can be withdrawn', () => {
  expect(blockOf(OPEN, NOW)).toBe(undefined);
  expect(blockOf({ ...OPEN, held_until: NOW }, NOW)).toBe(undefined);
});

it('given several reasons, then the one the user can do least about is named first', () => {
  const held = { ...OPEN, list: [], held_until: NOW + 1 };
  expect(blockOf({ ...OPEN, list: [] }, NOW)).toEqual({ because: 'none' });
  expect(blockOf(held, NOW)).toEqual({ because: 'held', untilMs: NOW + 1 });
  expect(blockOf({ ...held, has_incident: true }, NOW)).toEqual({ because: 'incident' });
  expect(blockOf({ ...held, has_incident: true, level: 0 }, NOW)).toEqual({ because: 'identity' });
  expect(blockOf({ ...held, level: 0, is_stopped: true }, NOW)).toEqual({ because: 'stopped' });
});
