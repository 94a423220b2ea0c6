import { describe, expect, it } from 'vitest';
import type { Setting } from '../reference/index.ts';
import {
  FRESHNESS,
  freshnessOf,
  INDEX_RULES,
  indexRulesOf,
  isFreshFor,
  MARKET_PRODUCTS,
  marketSettings,
  marketState,
  showsAs,
} from './index.ts';

const WEDNESDAY = Date.UTC(2026, 10, 18, 12);
const SATURDAY = Date.UTC(2026, 10, 21, 12);
const SETTINGS: readonly Setting<unknown>[] = Object.values(marketSettings) as Setting<unknown>[];

describe('a market', () => {
  it.each([
    [{ nowMs: WEDNESDAY, age: 0, isHalted: false }, 'open'],
    [{ nowMs: WEDNESDAY, age: 3_000, isHalted: false }, 'open'],
    [{ nowMs: WEDNESDAY, age: 3_001, isHalted: false }, 'stale'],
    [{ nowMs: WEDNESDAY, age: undefined, isHalted: false }, 'stale'],
    [{ nowMs: WEDNESDAY, age: -1_000, isHalted: false }, 'open'],
    [{ nowMs: WEDNESDAY, age: -1_001, isHalted: false }, 'stale'],
    [{ nowMs: WEDNESDAY, age: -3_600_000, isHalted: false }, 'stale'],
    [{ nowMs: WEDNESDAY, age: 0, isHalted: true }, 'halted'],
    [{ nowMs: SATURDAY, age: 0, isHalted: false }, 'closed'],
    [{ nowMs: SATURDAY, age: 60_000, isHalted: false }, 'closed'],
    [{ nowMs: SATURDAY, age: undefined, isHalted: true }, 'halted'],
  ] as const)('given %j, then it is %s', ({ nowMs, age, isHalted }, state) => {
    const lastTickAtMs = age === undefined ? undefined : nowMs - age;
    expect(marketState({ hours: 'forex', lastTickAtMs, nowMs, isHalted, freshMs: FRESHNESS.contract })).toBe(state);
  });
});

describe('freshness', () => {
  it('follows the table of states', () => {
    expect(FRESHNESS).toEqual({ seconds: 2_000, contract: 3_000, spot: 5_000, amber: 5_000, dimmed: 15_000 });
  });

  it.each(MARKET_PRODUCTS)('of %s ends a millisecond after its limit', (product) => {
    expect(isFreshFor(product, FRESHNESS[product])).toBe(true);
    expect(isFreshFor(product, FRESHNESS[product] + 1)).toBe(false);
    expect([isFreshFor(product, -1_000), isFreshFor(product, -1_001)]).toEqual([true, false]);
    expect(isFreshFor(product, 7, { ...FRESHNESS, [product]: 6 })).toBe(false);
  });

  it.each([
    [0, 'live'],
    [4_999, 'live'],
    [5_000, 'amber'],
    [14_999, 'amber'],
    [15_000, 'dimmed'],
  ] as const)('of a price %d ms old shows as %s', (age, look) => {
    expect(showsAs(age)).toBe(look);
  });
});

describe('the settings', () => {
  it('decode their own initial values, and no key is used twice', () => {
    for (const { codec, initial } of SETTINGS) {
      expect(codec.decode(codec.encode(initial))).toEqual({ ok: true, value: initial });
    }
    expect(new Set(SETTINGS.map(({ key }) => key)).size).toBe(SETTINGS.length);
    for (const { key } of SETTINGS) expect(key).toMatch(/^market\.[a-z_]+$/);
  });

  it.each(['0', '-0.01', '1.01', '2e-2', '', 0.02, null])('refuse %j as a deviation', (json) => {
    for (const { codec } of [marketSettings.outlierRate, marketSettings.jumpRate]) {
      expect(codec.decode(json).ok).toBe(false);
    }
  });

  it.each([1, 49, 301, 600_000])(
    'refuse a block interval of %d ms: too many for the disk, or too few to keep a lease',
    (ms) => {
      expect(marketSettings.blockEveryMs.codec.decode(ms).ok).toBe(false);
    },
  );

  it.each([50, 300])('accept a block interval of %d ms', (ms) => {
    expect(marketSettings.blockEveryMs.codec.decode(ms).ok).toBe(true);
  });

  it('given no change, then rules and table have their initial values; given a change, then they include it', async () => {
    const initially = <Value>({ initial }: Setting<Value>) => Promise.resolve({ value: initial });
    expect(await indexRulesOf(initially)).toEqual(INDEX_RULES);
    expect(await freshnessOf(initially)).toEqual(FRESHNESS);
    for (const name of Object.keys(INDEX_RULES) as (keyof typeof INDEX_RULES)[]) {
      const changed = await indexRulesOf(reading(marketSettings[name].key, 7 as never));
      expect(changed).toEqual({ ...INDEX_RULES, [name]: 7 });
    }
    const table = await freshnessOf(reading(marketSettings.spotFreshMs.key, 9 as never));
    expect(table).toEqual({ ...FRESHNESS, spot: 9 });
  });
});

const reading =
  (changed: string, value: never) =>
  <Value>({ key, initial }: Setting<Value>) =>
    Promise.resolve({ value: key === changed ? value : initial });
