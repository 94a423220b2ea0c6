import fc from 'fast-check';
import type { LadderInput } from '../src/index.ts';

const ONE = 10n ** 18n;
const CENT = 10n ** 16n;
const share = (parts: number) => fc.bigInt({ min: 0n, max: BigInt(parts) }).map((it) => (it * ONE) / 1_000n);

/**
 * Inputs small enough to be counted lot by lot; worths and inventories equal the cost of some lots, or slightly more.
 */
export const inputs: fc.Arbitrary<LadderInput> = fc
  .record({
    price: fc.bigInt({ min: 1n, max: 3_000n }).map((it) => it * (CENT / 4n)),
    priceTick: fc.bigInt({ min: 1n, max: 40n }).map((it) => it * CENT),
    lot: fc.constantFrom(ONE / 10n, ONE / 2n, ONE, 3n * ONE),
    levels: fc.integer({ min: 0, max: 6 }),
    spreadRate: share(100),
    stepRate: share(300),
    worthLots: fc.bigInt({ min: 0n, max: 20n }),
    baseLots: fc.bigInt({ min: 0n, max: 70n }),
    quoteLots: fc.bigInt({ min: 0n, max: 70n }),
    maxLots: fc.bigInt({ min: 20n, max: 200n }),
    beside: fc.bigInt({ min: 0n, max: 9n }),
  })
  .map(({ price, priceTick, lot, worthLots, baseLots, quoteLots, maxLots, beside, ...rates }) => {
    const cost = (lots: bigint) => (lots * lot * price) / ONE + beside;
    const settings = { ...rates, levelWorth: cost(worthLots), inventoryMax: cost(maxLots) };
    return { price, priceTick, lot, base: baseLots * lot + beside, quote: cost(quoteLots), settings };
  });

/**
 * Returns the price of every single lot of a side, best first, by brute force: slow, and independent of the rule's own
 * code.
 */
export function lotByLot(input: LadderInput, side: 'bids' | 'asks'): bigint[] {
  const { price, base, quote, lot, settings } = input;
  if (side === 'asks' ? quote >= settings.inventoryMax : base * price >= settings.inventoryMax * ONE) return [];
  let left = side === 'asks' ? base * ONE : quote * ONE;
  return pricesOf(input)[side].flatMap((level) => {
    const lots: bigint[] = [];
    let worth = settings.levelWorth * ONE;
    const owned = side === 'asks' ? lot * ONE : level * lot;
    while (worth >= level * lot && left >= owned) {
      lots.push(level);
      worth -= level * lot;
      left -= owned;
    }
    return lots;
  });
}

function pricesOf({ price, priceTick, settings }: LadderInput) {
  const bids: bigint[] = [];
  const asks: bigint[] = [];
  let bid = price - (price % priceTick);
  let ask = 0n;
  for (let level = 0n; level < BigInt(settings.levels); level++) {
    const away = settings.spreadRate + level * settings.stepRate;
    while (bid * ONE > price * (ONE - away)) bid -= priceTick;
    if (level === 0n) ask = bid + priceTick;
    while (ask * ONE < price * (ONE + away)) ask += priceTick;
    if (bid > 0n) bids.push(bid);
    asks.push(ask);
    bid = bid - priceTick;
    ask = ask + priceTick;
  }
  return { bids, asks };
}
