import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANGES, honest, isHonest, withFill, withLadder, withSettings } from '../../test/house-fills.ts';
import { checkHouseFill, HOUSE_FILL_CHECKS, type HouseFill, type HouseFillFinding } from '../index.ts';

const ONE = 10n ** 18n;
const CENT = ONE / 100n;

describe('a fill against the house', () => {
  it('is valid whenever the ladder of its tick offered it', async () => {
    await fc.assert(
      fc.asyncProperty(honest, async (receipt) => {
        expect(isHonest(receipt)).toBe(true);
        expect(await checkHouseFill(receipt)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it.each(Object.keys(CHANGES))(
    'with a changed %s is detected exactly where it would be another trade',
    async (name) => {
      const by = fc.bigInt({ min: -4n, max: 4n }).filter((it) => it !== 0n);
      let found = 0;
      await fc.assert(
        fc.asyncProperty(honest, by, async (receipt, much) => {
          const changed = CHANGES[name]?.(receipt, much) ?? receipt;
          const findings = await checkHouseFill(changed);
          found += findings.length;
          expect(findings.length === 0, JSON.stringify(findings)).toBe(isHonest(changed));
        }),
        { numRuns: name === 'growth' ? 600 : 200 }, // One in fifty changes of the growth makes another trade.
      );
      expect(found).toBeGreaterThan(0);
    },
  );

  const ladder: HouseFill['ladder'] = {
    price: 100n * ONE,
    base: 100n * ONE,
    quote: 9_000n * ONE,
    priceTick: ONE,
    lot: ONE,
    settings: { levels: 3, spreadRate: CENT, stepRate: CENT, levelWorth: 1_000n * ONE, inventoryMax: 10n ** 6n * ONE },
  };
  const receipt: HouseFill = {
    rule: 'house-ladder',
    version: 1,
    taken: 2,
    ladder,
    tick: { market: 3, seq: 9, price: 100n * ONE, block: 7 },
    fill: { id: '5', market: 3, side: 'buy', price: 101n * ONE, quantity: 4n * ONE, houseTook: false },
  };
  const lies: Readonly<Record<HouseFillFinding, readonly HouseFill[]>> = {
    rule: [
      { ...receipt, rule: 'house-mood' },
      { ...receipt, version: 4 },
    ],
    market: [withFill(receipt, { market: 4 })],
    grid: [
      withFill(receipt, { quantity: 4n * ONE + 1n }),
      withFill(receipt, { quantity: 0n }),
      withFill(receipt, { houseTook: true, price: 101n * ONE + 1n }),
    ],
    settings: [withSettings(receipt, { stepRate: -1n }), withSettings(receipt, { levels: 2.5 })],
    offered: [
      { ...receipt, taken: 24 },
      { ...receipt, taken: -1 },
      { ...receipt, taken: 0.5 },
      withFill(receipt, { side: 'gift' }),
    ],
    price: [
      withFill(receipt, { price: 102n * ONE }),
      { ...receipt, taken: 6 },
      withFill(receipt, { houseTook: true, price: 100n * ONE }),
    ],
  };

  it.each(Object.keys(HOUSE_FILL_CHECKS) as HouseFillFinding[])(
    'given a tampered %s, then its own check detects it and no other does',
    async (name) => {
      expect(await checkHouseFill(receipt)).toEqual([]);
      for (const lie of lies[name]) expect(await checkHouseFill(lie)).toEqual([name]);
      const { [name]: _, ...others } = HOUSE_FILL_CHECKS;
      for (const lie of lies[name]) expect(await checkHouseFill(lie, others)).toEqual([]);
    },
  );

  it('given values that cannot be computed with, then it is invalid, and the check returns at once', async () => {
    expect(await checkHouseFill(withLadder(receipt, { lot: 0n }))).not.toEqual([]);
    expect(await checkHouseFill(withLadder(receipt, { priceTick: 0n }))).not.toEqual([]);
    expect(await checkHouseFill(withSettings(receipt, { levels: 10 ** 9 }))).toEqual(['settings', 'offered']);
    const varied = { doubleEvery: 2, growthRate: 0n, varyRate: CENT, renewTicks: 3 };
    const ofVersion3 = { ...withSettings(receipt, varied), version: 3 };
    for (const wrong of [{ doubleEvery: 0 }, { renewTicks: 0.5 }, { varyRate: 2n * ONE }, { growthRate: -1n }])
      expect(await checkHouseFill(withSettings(ofVersion3, wrong))).toEqual(['settings', 'offered']);
    expect(await checkHouseFill({ ...receipt, version: 3 })).toEqual(['offered', 'price']);
  });
});
