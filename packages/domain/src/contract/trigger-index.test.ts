import { expectDefined } from '@app/base';
import { type Amount, absolute, type Price, parseDecimal, subtract } from '@app/money';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { moved } from '../../test/contract-arbitraries.ts';
import {
  type Item,
  positionOf,
  TriggerMarket,
  type TriggerSetup,
  type TriggerStep,
  triggerHistories,
} from '../../test/trigger-histories.ts';
import {
  type ContractMarket,
  type ContractTerms,
  type Crossed,
  createTriggerIndex,
  isLiquidated,
  liquidationPrice,
  NO_TRIGGER_SLOT,
} from './index.ts';

const RUNS = inject('isLong') ? 60_000 : 3_000;

const idsOf = ({ liquidations, stops, profits, pending }: Crossed<Item>) => ({
  liquidations: liquidations.map(({ id }) => id),
  stops: stops.map(({ id }) => id),
  profits: profits.map(({ id }) => id),
  pending: pending.map(({ id }) => id),
});

/** What a scan of all items finds: the specification. */
function scan({ items, index, overnightIndex }: TriggerMarket): Crossed<Item> {
  const isBelow = ({ side }: Item, level: Price | undefined) =>
    level !== undefined && (side === 'long' ? index <= level : index >= level);
  const isAbove = ({ side }: Item, level: Price | undefined) =>
    level !== undefined && (side === 'long' ? index >= level : index <= level);
  const found = { liquidations: [] as Item[], stops: [] as Item[], profits: [] as Item[], pending: [] as Item[] };
  for (const item of [...items.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    if (item.position === undefined) {
      if (isBelow(item, item.limit)) found.pending.push(item);
    } else if (isLiquidated(item.position, { index, overnightIndex })) found.liquidations.push(item);
    else if (isBelow(item, item.stopLoss)) found.stops.push(item);
    else if (isAbove(item, item.takeProfit)) found.profits.push(item);
  }
  return found;
}

/** A market beside its index. */
class IndexedMarket {
  /** Positions that the index looked at. */
  looks = 0;
  readonly index = createTriggerIndex<Item>((item) => {
    this.looks += 1;
    return positionOf(item);
  });
  readonly market: TriggerMarket;
  readonly #market: ContractMarket;
  readonly #terms: readonly ContractTerms[];

  constructor({ listed, terms }: TriggerSetup) {
    this.market = new TriggerMarket(listed);
    this.#market = listed.market;
    this.#terms = terms;
  }

  take(step: TriggerStep): void {
    if (step.kind === 'open')
      this.index.addPosition(this.market.open(step, expectDefined(this.#terms[step.terms], 'one of the terms')));
    else if (step.kind === 'rest') this.index.addPending(this.market.rest(step));
    else if (step.kind === 'remove') this.#remove(this.market.pick(step.pick));
    else if (step.kind === 'night') this.market.night(step);
    else if (step.kind === 'tick') {
      this.market.tick(step.target);
      this.#compare();
    } else this.#change(step, this.market.pickPosition(step.pick));
  }

  #remove(item: Item | undefined): void {
    if (item === undefined) return;
    expect(this.index.remove(item)).toBe(true);
    expect(this.index.remove(item)).toBe(false);
    this.market.items.delete(item.id);
  }

  #change(step: Extract<TriggerStep, { kind: 'margin' | 'pin' | 'charge' }>, item: Item | undefined): void {
    if (item === undefined) return;
    const isRelisted = step.kind !== 'charge' || step.isRelisted; // A charge does not change the key.
    if (isRelisted) this.index.remove(item);
    if (step.kind === 'pin') this.market.pin(item, step);
    else if (step.kind === 'margin') this.market.changeMargin(item, step.margin);
    else this.market.charge(item);
    if (isRelisted) this.index.addPosition(item);
    if (step.kind === 'pin') this.#compare();
  }

  /** Moves the index close to where an item is liquidated, and looks twice: at first others may be reached. */
  approach(item: Item): void {
    const price = item.position && liquidationPrice(item.position, this.market.overnightIndex);
    if (price === undefined) return;
    this.market.index = moved(price, item.side === 'long' ? 1_002n : 998n, this.#market);
    this.#compare();
    const near = [...this.market.items.values()].filter((other) => !isFar(other, this.market)).length;
    const before = this.looks;
    this.#compare();
    expect(this.looks - before).toBeLessThanOrEqual(near);
  }

  #compare(): void {
    const expected = scan(this.market);
    const crossed = this.index.crossed(this.market.index, this.market.overnightIndex);
    expect(idsOf(crossed)).toEqual(idsOf(expected));
    for (const item of Object.values(crossed).flat()) {
      expect(item.triggerSlot).toBe(NO_TRIGGER_SLOT);
      this.market.items.delete(item.id);
    }
  }
}

describe('the trigger index', () => {
  it('returns what a scan of all items finds, after any history', () => {
    fc.assert(
      fc.property(triggerHistories, ({ setup, steps }) => {
        const indexed = new IndexedMarket(setup);
        for (const step of steps) {
          indexed.take(step);
          expect(indexed.index.size).toBe(indexed.market.items.size);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('looks at no position whose liquidation price is more than a tick and a millionth away', () => {
    fc.assert(
      fc.property(triggerHistories, ({ setup, steps }) => {
        const indexed = new IndexedMarket(setup);
        for (const step of steps) indexed.take(step);
        for (const item of [...indexed.market.items.values()]) indexed.approach(item);
      }),
      { numRuns: RUNS / 10 },
    );
  });

  it('takes no item twice and none that another index has', () => {
    const market = new TriggerMarket({ market: MARKET, price: PRICE });
    const one = createTriggerIndex<Item>(positionOf);
    const other = createTriggerIndex<Item>(positionOf);
    const item = market.rest({ kind: 'rest', side: 'long', limit: 900n });
    one.addPending(item);
    expect(() => one.addPending(item)).toThrow('an item is listed once');
    expect(() => other.remove(item)).toThrow('an item is in one index');
  });
});

const MARKET = { priceTick: parseDecimal<Price>('0.01'), multiplier: parseDecimal<Amount>('0.001') };
const PRICE = parseDecimal<Price>('67842.1');

/**
 * Far by what float64 can tell: the larger prices and nights are, the less precise is their difference. A liquidation
 * price is rounded to the tick.
 */
function isFar({ position }: Item, { index, overnightIndex }: TriggerMarket): boolean {
  if (position === undefined) return true;
  const price = liquidationPrice(position, overnightIndex) ?? (0n as Price);
  const distance = subtract(absolute(subtract(price, index)), position.market.priceTick);
  return distance * 1_000_000n > index + position.entry + overnightIndex;
}
