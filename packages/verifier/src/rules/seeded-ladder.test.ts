import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededInputs, seededLotByLot, slowHash } from '../../test/slow-seeded.ts';
import { type LadderLevel, type SeededInput, seededQuotes } from '../index.ts';
import { HASH_START, hashOn } from './seeded-hash.ts';

const ONE = 10n ** 18n;
const rate = (basisPoints: number) => (BigInt(basisPoints) * ONE) / 10_000n;
const sum = (levels: readonly LadderLevel[], worth: (level: LadderLevel) => bigint) =>
  levels.reduce((total, level) => total + worth(level), 0n);
const isRising = (prices: readonly bigint[]) =>
  prices.every((price, index) => index === 0 || price > (prices[index - 1] ?? 0n));
const law = (check: (input: SeededInput) => void, numRuns = 1_000) =>
  fc.assert(fc.property(fc.oneof(seededInputs, real), check), { numRuns });

/** A market with a price of 76,543.21, and one whose price tick is nine basis points. */
const BITCOIN: SeededInput = {
  market: 1,
  seq: 1_000,
  price: 7_654_321n * 10n ** 16n,
  base: 65n * ONE,
  quote: 5_000_000n * ONE,
  priceTick: ONE / 100n,
  lot: ONE / 100_000n,
  settings: {
    levels: 30,
    spreadRate: rate(1),
    stepRate: rate(1),
    levelWorth: 20_000n * ONE,
    inventoryMax: 10n ** 7n * ONE,
    doubleEvery: 6,
    growthRate: ONE / 2n,
    varyRate: (9n * ONE) / 10n,
    renewTicks: 4,
  },
};
const PEPE: SeededInput = {
  ...BITCOIN,
  market: 30,
  price: 1_100n * 10n ** 10n + 5n * 10n ** 9n,
  priceTick: 10n ** 10n,
  lot: ONE,
  base: 400_000_000_000n * ONE,
};
/** Prices and ticks of real size. */
const real: fc.Arbitrary<SeededInput> = fc
  .record({
    of: fc.constantFrom(BITCOIN, PEPE),
    seq: fc.integer({ min: 1, max: 10 ** 9 }),
    move: fc.bigInt({ min: 1n, max: 20_000n }),
    owned: fc.bigInt({ min: 0n, max: 2_000n }),
  })
  .map(({ of, seq, move, owned }) => ({
    ...of,
    seq,
    price: (of.price * move) / 10_000n + 1n,
    base: (of.base * owned) / 1_000n,
    quote: (of.quote * owned) / 1_000n,
  }));

const ticksOf = (levels: readonly LadderLevel[], { priceTick }: SeededInput) =>
  levels.map(({ price }) => price / priceTick);

describe('the ladder of version 3', () => {
  it('equals the result of looking tick by tick and counting lot by lot', () => {
    const counted = seededInputs;
    fc.assert(
      fc.property(counted, (input) => {
        const { bids, asks } = seededQuotes(input);
        const expand = (levels: readonly LadderLevel[]) => levels.flatMap(({ price, lots }) => Array(lots).fill(price));
        expect([expand(bids), expand(asks)]).toEqual([seededLotByLot(input, 'bids'), seededLotByLot(input, 'asks')]);
      }),
      { numRuns: 1_500 },
    );
  });

  it('is strictly ordered, and every bid is below every ask', () => {
    law((input) => {
      const { bids, asks } = seededQuotes(input);
      expect(isRising([...bids.toReversed(), ...asks].map(({ price }) => price))).toBe(true);
    });
  });

  it('has prices on the grid and above zero, at least the spread away from the index, and lots on every level', () => {
    law((input) => {
      const { bids, asks } = seededQuotes(input);
      for (const { price, lots } of [...bids, ...asks]) {
        expect(price > 0n && price % input.priceTick === 0n).toBe(true);
        expect(Number.isSafeInteger(lots) && lots > 0).toBe(true);
      }
      const { spreadRate } = input.settings;
      expect(asks.every(({ price }) => price * ONE >= input.price * (ONE + spreadRate))).toBe(true);
      expect(bids.every(({ price }) => price * ONE <= input.price * (ONE - spreadRate))).toBe(true);
    });
  });

  it('never offers more than the house owns, nor more per level than four times its average', () => {
    law((input) => {
      const { bids, asks } = seededQuotes(input);
      const cost = ({ price, lots }: LadderLevel) => price * BigInt(lots) * input.lot;
      expect(sum(asks, ({ lots }) => BigInt(lots) * input.lot) <= input.base).toBe(true);
      expect(sum(bids, cost) <= input.quote * ONE).toBe(true);
      const { levelWorth, growthRate, levels, doubleEvery } = input.settings;
      let most = levelWorth * 4n;
      for (let level = doubleEvery; level < levels; level += doubleEvery) most = (most * (ONE + growthRate)) / ONE + 4n;
      for (const level of [...bids, ...asks]) expect(cost(level) <= most * ONE).toBe(true);
    });
  });

  it('has the first level of either side within two steps of the spread, rounded outwards to the grid', () => {
    law((input) => {
      const { price, priceTick, settings, base, quote } = input;
      const { bids, asks } = seededQuotes({ ...input, base: base + 10n ** 30n, quote, settings });
      const most = price * (settings.spreadRate + 2n * settings.stepRate) + 3n * priceTick * ONE;
      for (const [first] of [asks, bids])
        if (first !== undefined && settings.levelWorth * (ONE - settings.varyRate) > first.price * input.lot)
          expect((first.price - price) * (first.price > price ? 1n : -1n) * ONE <= most).toBe(true);
    });
  });

  it('given enough of everything, then both sides have all levels, as far away as each other but for one spacing a group', () => {
    fc.assert(
      fc.property(real, (input) => {
        const owned = { base: 4_000_000n * (ONE * ONE / input.price), quote: 4_000_000n * ONE }; // biome-ignore format: one term
        fc.pre(input.price > 400n * input.priceTick);
        const { bids, asks } = seededQuotes({ ...input, ...owned });
        expect([bids.length, asks.length]).toEqual([30, 30]);
        const { stepRate, doubleEvery, levels } = input.settings;
        const groups = BigInt(Math.ceil(levels / doubleEvery));
        const widest = (input.price * stepRate * 2n ** groups) / ONE + groups * input.priceTick * 2n;
        const above = (asks.at(-1)?.price ?? 0n) - input.price;
        const below = input.price - (bids.at(-1)?.price ?? 0n);
        const apart = above > below ? above - below : below - above;
        expect(apart <= 2n * widest).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('is deterministic, and does not modify its input', () => {
    law((input) => {
      const frozen = Object.freeze({ ...input, settings: Object.freeze({ ...input.settings }) });
      expect(seededQuotes(frozen)).toEqual(seededQuotes(input));
    }, 100);
  });

  it('given the next tick at a price two hundredths of a percent away, then most levels stay as they are', () => {
    const kept = Array.from({ length: 500 }, (_, n) => {
      const now = { ...BITCOIN, seq: 500 + n, price: BITCOIN.price + (BigInt(n % 7) - 3n) * ONE };
      const then = { ...now, seq: now.seq + 1, price: now.price + now.price / 50_000n };
      const before = new Set(seededQuotes(now).asks.map(({ price, lots }) => `${price} ${lots}`));
      return seededQuotes(then).asks.filter(({ price, lots }) => before.has(`${price} ${lots}`)).length;
    });
    const mean = kept.reduce((a, b) => a + b, 0) / kept.length;
    expect(mean).toBeGreaterThan(20);
    expect(mean).toBeLessThan(30);
  });

  it('given many ticks, then sizes average the published ones, and grow with the distance', () => {
    const worths = [0, 1, 2, 3, 4].map((group) => {
      const all = Array.from({ length: 2_000 }, (_, n) =>
        seededQuotes({ ...BITCOIN, seq: n * 97 })
          .asks.slice(group * 6, group * 6 + 6)
          .map(({ price, lots }) => Number((price * BigInt(lots)) / ONE) / 100_000),
      ).flat();
      return all.reduce((a, b) => a + b, 0) / all.length;
    });
    for (const [group, worth] of worths.entries()) {
      expect(worth).toBeGreaterThan(20_000 * 1.5 ** group * 0.95);
      expect(worth).toBeLessThan(20_000 * 1.5 ** group * 1.05);
    }
  });

  it('given a price tick that is wider than the spacing, then levels are a tick apart until the spacing is wider', () => {
    const { asks, bids } = seededQuotes(PEPE);
    expect(ticksOf(asks, PEPE).slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, n) => 1_101n + BigInt(n)));
    expect(ticksOf(bids, PEPE).slice(0, 12)).toEqual(Array.from({ length: 12 }, (_, n) => 1_100n - BigInt(n)));
  });

  it('given a price of a few ticks or less, then bids end above zero', () => {
    for (const ticks of [0n, 1n, 2n, 5n])
      expect(seededQuotes({ ...PEPE, price: ticks * PEPE.priceTick }).bids.length).toBeLessThanOrEqual(Number(ticks));
    expect(seededQuotes({ ...PEPE, price: 0n }).bids).toEqual([]);
  });

  it('given enough quote, then nothing is sold; given base worth enough, then nothing is bought', () => {
    const max = BITCOIN.settings.inventoryMax;
    expect(seededQuotes({ ...BITCOIN, quote: max }).asks).toEqual([]);
    expect(seededQuotes({ ...BITCOIN, quote: max - 1n }).asks).toHaveLength(30);
    expect(seededQuotes({ ...BITCOIN, base: (max * ONE) / BITCOIN.price + 1n }).bids).toEqual([]);
    expect(seededQuotes({ ...BITCOIN, base: (max * ONE) / BITCOIN.price - 1n }).bids).toHaveLength(30);
  });

  it('given prices or spacings beyond safe integers, then it offers nothing unsafe and returns at once', () => {
    expect(seededQuotes({ ...BITCOIN, price: 10n ** 40n })).toEqual({ asks: [], bids: [] });
    const settings = { ...BITCOIN.settings, levels: 1_000, doubleEvery: 1, stepRate: ONE };
    const { asks, bids } = seededQuotes({ ...BITCOIN, settings });
    expect([...asks, ...bids].every(({ price }) => price / BITCOIN.priceTick < 2n ** 50n)).toBe(true);
  });

  it('given the values of the documentation, then it is as published there', () => {
    const { asks, bids } = seededQuotes(BITCOIN);
    const first = ({ price, lots }: LadderLevel) => [price / BITCOIN.priceTick, lots];
    expect([...asks.slice(0, 2), ...asks.slice(-1)].map(first)).toEqual([
      [7_655_274n, 5_883],
      [7_655_469n, 36_065],
      [7_744_038n, 109_174],
    ]);
    expect([...bids.slice(0, 2), ...bids.slice(-1)].map(first)).toEqual([
      [7_653_112n, 3_323],
      [7_652_717n, 30_004],
      [7_560_641n, 254_260],
    ]);
  });
});

describe('the hash', () => {
  it('is that of the documentation, for words of any size', () => {
    const number = fc.oneof(fc.nat(), fc.maxSafeNat());
    fc.assert(
      fc.property(fc.array(number, { maxLength: 5 }), (numbers) => {
        expect(BigInt(numbers.reduce(hashOn, HASH_START))).toBe(slowHash(numbers.map(BigInt)));
      }),
    );
    expect([1, 512, 14_951].reduce(hashOn, HASH_START)).toBe(799_844_544);
  });
});
