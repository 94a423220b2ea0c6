import { expectDefined } from '@app/base';
import {
  type Amount,
  absolute,
  add,
  max,
  negate,
  ONE,
  type Price,
  parseDecimal,
  type Rate,
  subtract,
  sum,
} from '@app/money';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { moved, moves, shares } from '../../test/contract-arbitraries.ts';
import {
  type Item,
  positionOf,
  TriggerMarket,
  type TriggerSetup,
  type TriggerStep,
  triggerHistories,
} from '../../test/trigger-histories.ts';
import { type ContractTerms, contractSettings, createStressSums, notionalAt, stressCost } from './index.ts';

const RUNS = inject('isLong') ? 20_000 : 1_000;

/** What happens to the sums between two steps of a history; a rate is seldom changed. */
const followings = fc.record({
  rate: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, shares),
  slice: fc.integer({ min: 0, max: 5 }),
});

const histories = fc.record({
  history: triggerHistories,
  followings: fc.array(followings, { minLength: 10, maxLength: 10 }),
});

const signedNotional = (item: Item, index: Price) => {
  const notional = notionalAt(positionOf(item), index);
  return item.side === 'long' ? notional : negate(notional);
};

const LISTED = {
  market: { priceTick: parseDecimal<Price>('0.01'), multiplier: parseDecimal<Amount>('0.001') },
  price: parseDecimal<Price>('50000'),
};
const RATE = parseDecimal<Rate>('0.2');
const TERMS = contractSettings.terms.initial;
const OPENING = {
  kind: 'open',
  request: { side: 'long', notional: 1_000n * ONE, leverage: 10 },
  terms: 0,
  margin: 1_000n,
  stop: undefined,
  profit: undefined,
} as const;

/** A market beside its sums; its pending orders are among the items, but not counted. */
class SummedMarket {
  readonly market: TriggerMarket;
  readonly sums = createStressSums<Item>({ positionOf, items: () => this.market.items.values() });
  readonly #terms: readonly ContractTerms[];

  constructor({ listed, terms }: TriggerSetup) {
    this.market = new TriggerMarket(listed);
    this.#terms = terms;
  }

  positions(): Item[] {
    return [...this.market.items.values()].filter(({ position }) => position !== undefined);
  }

  take(step: TriggerStep): void {
    if (step.kind === 'open')
      this.sums.add(this.market.open(step, expectDefined(this.#terms[step.terms], 'one of the terms')));
    else if (step.kind === 'rest') this.market.rest(step);
    else if (step.kind === 'night') this.market.night(step);
    else if (step.kind === 'tick') this.market.tick(step.target);
    else this.#change(step, this.market.pickPosition(step.pick));
  }

  #change(step: Extract<TriggerStep, { pick: number }>, item: Item | undefined): void {
    if (item === undefined) return;
    this.sums.remove(item);
    if (step.kind === 'remove') {
      this.market.items.delete(item.id);
      return;
    }
    if (step.kind === 'pin') this.market.pin(item, step);
    else if (step.kind === 'margin') this.market.changeMargin(item, step.margin);
    else this.market.charge(item);
    this.sums.add(item);
  }

  /** Compares the sums with those over all positions, at the reference. */
  compare(): void {
    const { index } = this.market;
    const found = this.sums.read(index);
    const { reference } = this.sums;
    expect(found === undefined).toBe(reference === undefined);
    if (found === undefined || reference === undefined) return;
    const costs = this.positions().map((item) => stressCost(positionOf(item), reference.index, reference.stressRate));
    expect(found).toEqual({
      net: sum(this.positions().map((item) => signedNotional(item, index))),
      stress: { rise: sum(costs.map(({ rise }) => rise)), fall: sum(costs.map(({ fall }) => fall)) },
    });
  }
}

describe('the stress sums', () => {
  it('equal the sums over all positions at the reference, after any history and during a rebuild', () => {
    let rebuilds = 0;
    let changesMeanwhile = 0;
    fc.assert(
      fc.property(histories, ({ history: { setup, steps }, followings: all }) => {
        const summed = new SummedMarket(setup);
        const { market, sums } = summed;
        let rate = RATE;
        for (const [at, step] of steps.entries()) {
          const following = expectDefined(all[at % all.length], 'what follows a step');
          rate = following.rate ?? rate;
          const isBuilding = sums.follow(market.index, rate);
          if (isBuilding && !sums.rebuildSlice(following.slice)) rebuilds += 1;
          else if (isBuilding && step.kind !== 'tick') changesMeanwhile += 1;
          summed.take(step);
          summed.compare();
        }
        while (sums.follow(market.index, rate)) sums.rebuildSlice(3);
        expect(sums.count).toBe(summed.positions().length);
        expect(sums.reference?.stressRate).toBe(rate);
        const distance = subtract(market.index, expectDefined(sums.reference, 'a reference').index);
        expect(absolute(distance) * 100n).toBeLessThanOrEqual(sums.reference?.index ?? 0n);
        summed.compare();
      }),
      { numRuns: RUNS },
    );
    expect(rebuilds).toBeGreaterThan(RUNS);
    expect(changesMeanwhile).toBeGreaterThan(RUNS);
  });

  it('differ from those at the index by no more than the stated error', () => {
    const rates = shares.map((share) => (share / 2n) as Rate);
    fc.assert(
      fc.property(triggerHistories, moves, rates, ({ setup, steps }, move, rate) => {
        const summed = new SummedMarket(setup);
        for (const step of steps) summed.take(step);
        const from = summed.market.index;
        summed.market.tick({ kind: 'move', move });
        const to = summed.market.index;
        for (const item of summed.positions()) {
          const position = positionOf(item);
          const { priceTick } = position.market;
          const distance = add(absolute(subtract(to, from)), priceTick);
          const error = (notionalAt(position, distance) * (ONE + rate)) / ONE;
          const bound = (error + notionalAt(position, priceTick) + 10n) as Amount;
          const before = stressCost(position, from, rate);
          const after = stressCost(position, to, rate);
          const rise = absolute(subtract(after.rise, before.rise));
          const fall = absolute(subtract(after.fall, before.fall));
          expect(max(rise, fall)).toBeLessThanOrEqual(bound);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('refuse an item twice, one that is not counted, and an owner that forgets one', () => {
    const market = new TriggerMarket(LISTED);
    const sums = createStressSums<Item>({ positionOf, items: () => [] });
    const item = market.open(OPENING, TERMS);
    expect(() => sums.remove(item)).toThrow('only a counted item is removed');
    sums.add(item);
    expect(() => sums.add(item)).toThrow('an item is counted once');
    sums.follow(market.index, RATE);
    expect(() => sums.rebuildSlice(1)).toThrow('the owner walks over every item that is counted');
  });

  it('are built in slices, and read only when complete', () => {
    const market = new TriggerMarket(LISTED);
    const sums = createStressSums<Item>({ positionOf, items: () => market.items.values() });
    for (let opened = 0; opened < 4; opened++) sums.add(market.open(OPENING, TERMS));
    expect(sums.read(market.index)).toBeUndefined();
    expect(sums.follow(market.index, RATE)).toBe(true);
    expect([sums.rebuildSlice(2), sums.rebuildSlice(2)]).toEqual([true, true]);
    expect(sums.read(market.index)).toBeUndefined();
    expect(sums.rebuildSlice(2)).toBe(false);
    expect(sums.read(market.index)).toBeDefined();
    expect(sums.follow(moved(market.index, 1_010n, LISTED.market), RATE)).toBe(false);
    expect(sums.follow(moved(market.index, 1_011n, LISTED.market), RATE)).toBe(true);
  });
});
