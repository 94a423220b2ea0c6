import fc from 'fast-check';
import type { HouseFill, SeededSettings } from '../src/index.ts';
import { inputs, lotByLot } from './slow-ladder.ts';
import { seededInputs, seededLotByLot } from './slow-seeded.ts';

const ONE = 10n ** 18n;
const sideOf = ({ version, tick, ladder }: Pick<HouseFill, 'version' | 'tick' | 'ladder'>, side: string) => {
  const offers = side === 'buy' ? 'asks' : 'bids';
  const { settings } = ladder;
  return version === 3 && 'doubleEvery' in settings
    ? seededLotByLot({ ...ladder, settings, market: tick.market, seq: tick.seq }, offers)
    : lotByLot(ladder, offers);
};

/** Whether the ladder offered every lot, at a price the house may charge; computed without the rule's own code. */
export function isHonest(receipt: HouseFill): boolean {
  const { fill, ladder, taken } = receipt;
  const all = sideOf(receipt, fill.side);
  const lots = all.slice(taken, taken + Number(fill.quantity / ladder.lot));
  const isGood = (price: bigint) => {
    if (!fill.houseTook) return price === fill.price;
    return fill.side === 'buy' ? price <= fill.price : price >= fill.price;
  };
  return fill.quantity === BigInt(lots.length) * ladder.lot && lots.every(isGood);
}

/**
 * Valid fills: some lots of one level, or of several if the house took a resting order at its price or a better one for
 * the house.
 */
export const honest: fc.Arbitrary<HouseFill> = fc
  .record({
    offered: fc.oneof(
      inputs.map((ladder) => ({ version: 2, seq: 9, ladder })),
      seededInputs.map(({ seq, market: _, ...ladder }) => ({ version: 3, seq, ladder })),
    ),
    side: fc.constantFrom('buy', 'sell'),
    houseTook: fc.boolean(),
    from: fc.nat(),
    count: fc.nat(),
    better: fc.bigInt({ min: 0n, max: 3n }),
  })
  .map(({ offered: { version, seq, ladder }, side, houseTook, from, count, better }) => {
    const tick = { market: 3, seq, price: ladder.price, block: 7 };
    const lots = sideOf({ version, tick, ladder }, side);
    const taken = from % Math.max(lots.length, 1);
    const level = lots.slice(taken).filter((price) => houseTook || price === lots[taken]);
    const some = level.slice(0, 1 + (count % Math.max(level.length, 1)));
    const away = houseTook ? better * ladder.priceTick * (side === 'buy' ? 1n : -1n) : 0n;
    const fill = {
      id: '5',
      market: 3,
      side,
      houseTook,
      quantity: BigInt(some.length) * ladder.lot,
      price: (some.at(-1) ?? 0n) + away,
    };
    return { rule: 'house-ladder', version, fill, tick, ladder, taken };
  })
  .filter(({ fill }) => fill.quantity > 0n && fill.price > 0n);

type Change = (receipt: HouseFill, by: bigint) => HouseFill;
export const withFill = (it: HouseFill, fill: Partial<HouseFill['fill']>): HouseFill => ({
  ...it,
  fill: { ...it.fill, ...fill },
});
export const withLadder = (it: HouseFill, ladder: Partial<HouseFill['ladder']>): HouseFill => ({
  ...it,
  ladder: { ...it.ladder, ...ladder },
});
export const withSettings = (it: HouseFill, settings: Partial<SeededSettings>) =>
  withLadder(it, { settings: { ...it.ladder.settings, ...settings } });
const withVariation = (it: HouseFill, change: (settings: SeededSettings) => Partial<SeededSettings>) =>
  'doubleEvery' in it.ladder.settings ? withSettings(it, change(it.ladder.settings)) : it;
const positive = (value: bigint) => (value > 0n ? value : 1n);
const CENT = ONE / 100n;

/** Changes of one field each. Changing the tick also changes the ladder's price, as in a parsed receipt. */
export const CHANGES: Readonly<Record<string, Change>> = {
  price: (it, by) => withFill(it, { price: positive(it.fill.price / it.ladder.priceTick + by) * it.ladder.priceTick }),
  quantity: (it, by) => withFill(it, { quantity: positive(it.fill.quantity / it.ladder.lot + by) * it.ladder.lot }),
  side: (it) => withFill(it, { side: it.fill.side === 'buy' ? 'sell' : 'buy' }),
  houseTook: (it) => withFill(it, { houseTook: !it.fill.houseTook }),
  taken: (it, by) => ({ ...it, taken: Math.max(0, it.taken + Number(by)) }),
  tick: (it, by) => withLadder(it, { price: positive(it.ladder.price + by * CENT) }),
  base: (it, by) => withLadder(it, { base: positive(it.ladder.base + by * it.ladder.lot) }),
  quote: (it, by) => withLadder(it, { quote: positive(it.ladder.quote + by * ONE) }),
  levels: (it, by) => withSettings(it, { levels: Math.max(0, it.ladder.settings.levels + Number(by)) }),
  spread: (it, by) => withSettings(it, { spreadRate: positive(it.ladder.settings.spreadRate + by * CENT) }),
  step: (it, by) => withSettings(it, { stepRate: positive(it.ladder.settings.stepRate + by * CENT) }),
  worth: (it, by) => withSettings(it, { levelWorth: positive(it.ladder.settings.levelWorth + by * ONE) }),
  seq: (it, by) => ({ ...it, tick: { ...it.tick, seq: it.tick.seq + Math.abs(Number(by)) * 5 } }),
  double: (it, by) => withVariation(it, ({ doubleEvery }) => ({ doubleEvery: doubleEvery + Math.abs(Number(by)) })),
  growth: (it, by) => withVariation(it, ({ growthRate }) => ({ growthRate: positive(growthRate + by * 10n * CENT) })),
  vary: (it, by) => withVariation(it, ({ varyRate }) => ({ varyRate: (varyRate + positive(by) * 10n * CENT) % ONE })),
  renew: (it, by) => withVariation(it, ({ renewTicks }) => ({ renewTicks: renewTicks + Math.abs(Number(by)) })),
  most: (it, by) => withSettings(it, { inventoryMax: positive(it.ladder.settings.inventoryMax + by * 10n * ONE) }),
};
