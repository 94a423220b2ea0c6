import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputs, lotByLot } from '../../test/slow-ladder.ts';
import { type LadderInput, type LadderLevel, ladderQuotes } from '../index.ts';

const ONE = 10n ** 18n;
const rate = (basisPoints: bigint) => (basisPoints * ONE) / 10_000n;
const sum = (levels: readonly LadderLevel[], worth: (level: LadderLevel) => bigint) =>
  levels.reduce((total, level) => total + worth(level), 0n);
/** Whether each price is greater than the one before it. */
const isRising = (prices: readonly bigint[]) =>
  prices.every((price, index) => index === 0 || price > (prices[index - 1] ?? 0n));
const law = (check: (input: LadderInput) => void, numRuns = 1_000) =>
  fc.assert(fc.property(inputs, check), { numRuns });

const plain: LadderInput = {
  price: 100n * ONE,
  base: 1_000n * ONE,
  quote: 100_000n * ONE,
  priceTick: ONE / 100n,
  lot: ONE / 1_000n,
  settings: {
    levels: 3,
    spreadRate: rate(5n),
    stepRate: rate(5n),
    levelWorth: 20_000n * ONE,
    inventoryMax: 10n ** 7n * ONE,
  },
};

describe('the house ladder', () => {
  it('given a price of 100, when levels are five hundredths apart, then prices and lots are as expected', () => {
    expect(ladderQuotes(plain)).toEqual({
      asks: [
        { price: 10_005n * 10n ** 16n, lots: 199_900 },
        { price: 10_010n * 10n ** 16n, lots: 199_800 },
        { price: 10_015n * 10n ** 16n, lots: 199_700 },
      ],
      bids: [
        { price: 9_995n * 10n ** 16n, lots: 200_100 },
        { price: 9_990n * 10n ** 16n, lots: 200_200 },
        { price: 9_985n * 10n ** 16n, lots: 200_300 },
      ],
    });
  });

  it('is strictly ordered, and every bid is below every ask', () => {
    law((input) => {
      const { bids, asks } = ladderQuotes(input);
      expect(isRising([...bids.toReversed(), ...asks].map(({ price }) => price))).toBe(true);
    });
  });

  it('has prices on the grid, above zero and on the house’s side of the index, and lots on every level', () => {
    law((input) => {
      const { bids, asks } = ladderQuotes(input);
      for (const { price, lots } of [...bids, ...asks]) {
        expect(price > 0n && price % input.priceTick === 0n).toBe(true);
        expect(Number.isSafeInteger(lots) && lots > 0).toBe(true);
      }
      expect(asks.every(({ price }) => price >= input.price)).toBe(true);
      expect(bids.every(({ price }) => price <= input.price)).toBe(true);
    });
  });

  it('never offers more than the house owns, nor more per level than the level’s worth', () => {
    law((input) => {
      const { bids, asks } = ladderQuotes(input);
      const cost = ({ price, lots }: LadderLevel) => price * BigInt(lots) * input.lot;
      expect(sum(asks, ({ lots }) => BigInt(lots) * input.lot) <= input.base).toBe(true);
      expect(sum(bids, cost) <= input.quote * ONE).toBe(true);
      for (const level of [...bids, ...asks]) expect(cost(level) <= input.settings.levelWorth * ONE).toBe(true);
    });
  });

  it('equals the result of counting lot by lot and tick by tick', () => {
    law((input) => {
      const { bids, asks } = ladderQuotes(input);
      const expand = (levels: readonly LadderLevel[]) => levels.flatMap(({ price, lots }) => Array(lots).fill(price));
      expect([expand(bids), expand(asks)]).toEqual([lotByLot(input, 'bids'), lotByLot(input, 'asks')]);
    });
  });

  it('is deterministic, and does not modify its input', () => {
    law((input) => {
      const frozen = Object.freeze({ ...input, settings: Object.freeze({ ...input.settings }) });
      expect(ladderQuotes(frozen)).toEqual(ladderQuotes(input));
    }, 100);
  });

  it('given enough quote, then nothing is sold; given base worth enough, then nothing is bought', () => {
    const max = plain.settings.inventoryMax;
    expect(ladderQuotes({ ...plain, quote: max - 1n }).asks).toHaveLength(3);
    expect(ladderQuotes({ ...plain, quote: max })).toMatchObject({ asks: [], bids: [{}, {}, {}] });
    expect(ladderQuotes({ ...plain, base: max / 100n - 1n }).bids).toHaveLength(3);
    expect(ladderQuotes({ ...plain, base: max / 100n })).toMatchObject({ bids: [], asks: [{}, {}, {}] });
  });

  it('given no spread and no step, then levels are a tick apart and no bid reaches an ask', () => {
    const settings = { ...plain.settings, spreadRate: 0n, stepRate: 0n };
    const { bids, asks } = ladderQuotes({ ...plain, settings });
    const ticks = (levels: readonly LadderLevel[]) => levels.map(({ price }) => price / plain.priceTick);
    expect([ticks(bids), ticks(asks)]).toEqual([
      [10_000n, 9_999n, 9_998n],
      [10_001n, 10_002n, 10_003n],
    ]);
  });

  it('given a price of two ticks, then bids below one tick are left out; given none, then all are', () => {
    expect(ladderQuotes({ ...plain, price: 2n * plain.priceTick }).bids).toHaveLength(1);
    expect(ladderQuotes({ ...plain, price: plain.priceTick / 2n }).bids).toEqual([]);
  });

  it('given lots that cost less than the last decimal place, then their cost is not rounded', () => {
    const settings = { ...plain.settings, levels: 1, spreadRate: 0n };
    const { bids } = ladderQuotes({ ...plain, price: (29n * ONE) / 100n, quote: 1n, lot: 1n, settings });
    expect(bids).toEqual([{ price: (29n * ONE) / 100n, lots: 3 }]);
  });

  it('given more lots than a safe integer, then it offers the largest safe integer', () => {
    const settings = { ...plain.settings, levelWorth: 10n ** 40n, inventoryMax: 10n ** 50n };
    const { bids, asks } = ladderQuotes({ ...plain, base: 10n ** 40n, quote: 10n ** 45n, lot: 1n, settings });
    expect([bids, asks].map((levels) => levels.map(({ lots }) => lots))).toEqual([
      [Number.MAX_SAFE_INTEGER],
      [Number.MAX_SAFE_INTEGER],
    ]);
  });
});
