import { parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import { RATE_OLD_MS } from '../../../lib/timing.ts';
import { PLAIN_UNIT, unitOf } from './unit.ts';

const rate = parseDecimal<Rate>('34.5');
const fiats = { rates: { TRY: rate }, saveTime: 5_000 };
const lira = { sign: 'TRY', rate, name: 'TRY' };

describe('the display unit of values', () => {
  it.each([
    ['a young rate', 'TRY', RATE_OLD_MS - 1, lira],
    ['an old rate', 'TRY', RATE_OLD_MS, { ...lira, since: 5_000 }],
    ['no rate', 'EUR', 0, PLAIN_UNIT],
  ])("given %s, then the unit has the rate's time once it is old", (_what, fiat, ageMs, unit) => {
    expect(unitOf(fiat, fiats, fiats.saveTime + ageMs)).toEqual(unit);
  });
});
