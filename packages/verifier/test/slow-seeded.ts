import fc from 'fast-check';
import type { SeededInput } from '../src/index.ts';
import { inputs } from './slow-ladder.ts';

const ONE = 10n ** 18n;
const MASK = 2n ** 32n - 1n;

/** Inputs small enough to be counted lot by lot. */
export const seededInputs: fc.Arbitrary<SeededInput> = fc
  .record({
    input: inputs,
    market: fc.integer({ min: 1, max: 999 }),
    seq: fc.oneof(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 2 ** 40 })),
    doubleEvery: fc.integer({ min: 1, max: 4 }),
    growth: fc.bigInt({ min: 0n, max: 1_500n }),
    vary: fc.bigInt({ min: 0n, max: 1_000n }),
    renewTicks: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ input, market, seq, growth, vary, ...more }) => ({
    ...input,
    market,
    seq,
    settings: { ...input.settings, ...more, growthRate: (growth * ONE) / 1_000n, varyRate: (vary * ONE) / 1_000n },
  }));

/** Hashes as docs/VERIFICATION.md says, in integers without a size. */
export function slowHash(numbers: readonly bigint[], start = 0x9e3779b9n): bigint {
  const mix = (word: bigint) => {
    let bits = word;
    bits = ((bits ^ (bits >> 16n)) * 0x85ebca6bn) & MASK;
    bits = ((bits ^ (bits >> 13n)) * 0xc2b2ae35n) & MASK;
    return bits ^ (bits >> 16n);
  };
  let bits = start;
  for (const number of numbers) bits = mix(mix(bits ^ (number & MASK)) ^ (number >> 32n));
  return bits;
}

/** Returns price and hash of every level of a side in ticks, tick by tick and independent of the rule's own code. */
function levelsOf({ market, seq, price, priceTick, settings }: SeededInput, side: 'bids' | 'asks') {
  const levels: { readonly ticks: bigint; readonly hash: bigint; readonly group: number }[] = [];
  const away = settings.spreadRate;
  let ticks = 0n;
  while ((ticks + 1n) * priceTick * ONE <= price * (ONE - away)) ticks += 1n;
  if (side === 'asks') ticks += 1n;
  if (side === 'asks') while (ticks * priceTick * ONE < price * (ONE + away)) ticks += 1n;
  for (let level = 0; level < settings.levels; level++) {
    const group = Math.floor(level / settings.doubleEvery);
    const factor = 2n ** BigInt(group);
    let width = 1n;
    while (width * 2n * priceTick * ONE <= price * settings.stepRate * factor) width *= 2n;
    // The first tick, from here outwards, that is the one of its cell.
    for (;;) {
      if (ticks < 1n) return levels;
      const cell = ticks / width;
      const life = BigInt(settings.renewTicks) * factor;
      const names = [BigInt(market), width, cell];
      const hash = slowHash([...names, (BigInt(seq) + (slowHash(names) % life)) / life]);
      const isHere = ticks === cell * width + (hash % width);
      if (isHere) {
        levels.push({ ticks, hash, group });
        ticks = side === 'asks' ? (cell + 1n) * width : cell * width - 1n;
        break;
      }
      ticks += side === 'asks' ? 1n : -1n;
    }
  }
  return levels;
}

/** Returns the price of every single lot of a side, best first, by brute force. */
export function seededLotByLot(input: SeededInput, side: 'bids' | 'asks'): bigint[] {
  const { price, base, quote, priceTick, lot, settings } = input;
  if (side === 'asks' ? quote >= settings.inventoryMax : base * price >= settings.inventoryMax * ONE) return [];
  let left = side === 'asks' ? base * ONE : quote * ONE;
  return levelsOf(input, side).flatMap(({ ticks, hash, group }) => {
    let worth = settings.levelWorth;
    for (let times = 0; times < group; times++) worth = (worth * (ONE + settings.growthRate)) / ONE;
    const size = slowHash([0n], hash);
    const varied = (size >> 16n) * (size & 0xffffn);
    // Scaled by 2³⁰ and 10³⁶, so that nothing is rounded before lots are counted.
    let wanted = worth * ((ONE - settings.varyRate) * 2n ** 30n + settings.varyRate * varied);
    const lots: bigint[] = [];
    const owned = side === 'asks' ? lot * ONE : ticks * priceTick * lot;
    while (wanted >= ticks * priceTick * lot * 2n ** 30n && left >= owned) {
      lots.push(ticks * priceTick);
      wanted -= ticks * priceTick * lot * 2n ** 30n;
      left -= owned;
    }
    return lots;
  });
}
