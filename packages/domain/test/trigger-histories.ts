import { type Amount, max, ONE, type Price, ZERO } from '@app/money';
import fc from 'fast-check';
import {
  type ContractMarket,
  type ContractTerms,
  chargeOvernight,
  liquidationPrice,
  NO_STRESS_PASS,
  NO_TRIGGER_SLOT,
  notionalAt,
  type Position,
  type PositionSide,
  resultAt,
  type StressItem,
  type TriggerItem,
  tierAt,
  unpaidOvernight,
} from '../src/contract/index.ts';
import { lotsWorth, markets, moved, moves, requests, terms } from './contract-arbitraries.ts';

/** A position or pending order as an owner has it; the position is undefined while pending. */
export type Item = TriggerItem &
  StressItem & {
    readonly limit: Price | undefined;
    stopLoss: Price | undefined;
    takeProfit: Price | undefined;
    position: Position | undefined;
  };

/** Shows the item as a position. */
export function positionOf({ position }: Item): Position {
  if (position === undefined) throw new Error('a pending order has no position');
  return position;
}

/** Where a tick or a level lies: some thousandths of the price, or some ticks from where an item is reached. */
type Target =
  | { readonly kind: 'move'; readonly move: bigint }
  | { readonly kind: 'edge'; readonly pick: number; readonly of: 'liquidation' | 'level'; readonly ticks: bigint };

export type TriggerStep =
  | {
      readonly kind: 'open';
      readonly request: { readonly side: PositionSide; readonly notional: bigint; readonly leverage: number };
      readonly terms: number;
      readonly margin: bigint;
      readonly stop: bigint | undefined;
      readonly profit: bigint | undefined;
    }
  | { readonly kind: 'rest'; readonly side: PositionSide; readonly limit: bigint }
  | { readonly kind: 'remove'; readonly pick: number }
  | { readonly kind: 'margin'; readonly pick: number; readonly margin: bigint }
  | { readonly kind: 'pin'; readonly pick: number; readonly move: bigint; readonly units: bigint }
  | { readonly kind: 'charge'; readonly pick: number; readonly isRelisted: boolean }
  | { readonly kind: 'night'; readonly share: bigint; readonly units: bigint }
  | { readonly kind: 'tick'; readonly target: Target };

const picks = fc.nat({ max: 1_000 });
const margins = fc.bigInt({ min: 1n, max: 3_000n });
const levels = fc.option(moves, { nil: undefined });

/** Some have the least size there is, where a unit of money is many units of price. */
const sizes = fc
  .record({ request: requests, isLeast: fc.integer({ min: 0, max: 4 }).map((dice) => dice === 0) })
  .map(({ request, isLeast }) => (isLeast ? { ...request, notional: 0n } : request));

const opens = fc.record({
  kind: fc.constant('open' as const),
  request: sizes,
  terms: fc.nat({ max: 2 }),
  margin: margins,
  stop: levels,
  profit: levels,
});

const targets: fc.Arbitrary<Target> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), move: moves }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edge' as const),
      pick: picks,
      of: fc.constantFrom('liquidation' as const, 'level' as const),
      ticks: fc.constantFrom(-1n, 0n, 0n, 1n),
    }),
  },
);

const steps: fc.Arbitrary<TriggerStep> = fc.oneof(
  { weight: 6, arbitrary: opens },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('rest' as const),
      side: fc.constantFrom('long' as const, 'short' as const),
      limit: moves,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), pick: picks }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('margin' as const), pick: picks, margin: margins }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('pin' as const),
      pick: picks,
      move: moves,
      units: fc.constantFrom(0n, 0n, 1n),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('charge' as const), pick: picks, isRelisted: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('night' as const),
      share: fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 2_000n })),
      units: fc.bigInt({ min: 0n, max: 10n ** 9n }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('tick' as const), target: targets }) },
);

export type TriggerSetup = {
  readonly listed: { readonly market: ContractMarket; readonly price: Price };
  readonly terms: readonly ContractTerms[];
};

/** Histories of one market, with positions of several terms. */
export const triggerHistories = fc.record({
  setup: fc.record({
    listed: markets,
    terms: fc.array(terms, { minLength: 3, maxLength: 3 }),
  }),
  steps: fc.array(steps, { minLength: 10, maxLength: 40 }),
});

/** The items of one market and its prices, as an owner keeps them. */
export class TriggerMarket {
  readonly items = new Map<bigint, Item>();
  readonly #market: ContractMarket;
  index: Price;
  overnightIndex = 0n as Price;
  #lastId = 0n;

  constructor({ market, price }: TriggerSetup['listed']) {
    this.#market = market;
    this.index = price;
  }

  /** Ids do not rise, so that an order by id is not that of insertion. */
  #nextId(): bigint {
    this.#lastId += 1n;
    return (this.#lastId * 7_919n) % 10_007n;
  }

  pick(at: number): Item | undefined {
    const all = [...this.items.values()];
    return all[at % Math.max(all.length, 1)];
  }

  pickPosition(at: number): Item | undefined {
    const all = [...this.items.values()].filter(({ position }) => position !== undefined);
    return all[at % Math.max(all.length, 1)];
  }

  open(step: Extract<TriggerStep, { kind: 'open' }>, own: ContractTerms): Item {
    const { side, notional, leverage } = step.request;
    const lots = lotsWorth(notional, this.index, this.#market);
    const worth = (lots * this.#market.multiplier * this.index) / (ONE * ONE);
    const item: Item = {
      id: this.#nextId(),
      side,
      limit: undefined,
      stopLoss: step.stop === undefined ? undefined : moved(this.index, step.stop, this.#market),
      takeProfit: step.profit === undefined ? undefined : moved(this.index, step.profit, this.#market),
      triggerSlot: NO_TRIGGER_SLOT,
      stressPass: NO_STRESS_PASS,
      position: {
        side,
        market: this.#market,
        lots,
        entry: this.index,
        leverage,
        margin: marginOf(worth, leverage, step.margin),
        openFee: ZERO,
        overnightSince: this.overnightIndex,
        overnightCharged: ZERO,
        terms: own,
      },
    };
    this.items.set(item.id, item);
    return item;
  }

  rest({ side, limit }: Extract<TriggerStep, { kind: 'rest' }>): Item {
    const item: Item = {
      id: this.#nextId(),
      side,
      limit: moved(this.index, limit, this.#market),
      stopLoss: undefined,
      takeProfit: undefined,
      triggerSlot: NO_TRIGGER_SLOT,
      stressPass: NO_STRESS_PASS,
      position: undefined,
    };
    this.items.set(item.id, item);
    return item;
  }

  changeMargin(item: Item, margin: bigint): void {
    const position = positionOf(item);
    const notional = (position.lots * this.#market.multiplier * position.entry) / (ONE * ONE);
    item.position = { ...position, margin: marginOf(notional, position.leverage, margin) };
  }

  /** Gives an item exactly the margin that is liquidated at a price, or some units more, and moves the index there. */
  pin(item: Item, { move, units }: Extract<TriggerStep, { kind: 'pin' }>): void {
    const position = positionOf(item);
    this.index = moved(this.index, move, this.#market);
    const { tiers, closeFeeRate } = position.terms;
    const notional = notionalAt(position, this.index);
    const { rate, deduction } = tierAt(tiers, notional);
    const left = (notional * (rate + closeFeeRate)) / ONE - deduction;
    const margin = left - resultAt(position, this.index) + unpaidOvernight(position, this.overnightIndex) + units;
    item.position = { ...position, margin: max(margin as Amount, 1n as Amount) };
  }

  charge(item: Item): void {
    item.position = chargeOvernight(positionOf(item), this.overnightIndex).position;
  }

  night({ share, units }: Extract<TriggerStep, { kind: 'night' }>): void {
    this.overnightIndex = (this.overnightIndex + (this.index * share) / 1_000n + units) as Price;
  }

  tick(target: Target): void {
    const { priceTick } = this.#market;
    if (target.kind === 'move') {
      this.index = moved(this.index, target.move, this.#market);
      return;
    }
    const { pick, of, ticks } = target;
    const item = of === 'liquidation' ? this.pickPosition(pick) : this.pick(pick);
    const edge = item && (of === 'liquidation' ? this.#liquidationOf(item) : levelOf(item));
    if (edge !== undefined) this.index = max((edge + ticks * priceTick) as Price, priceTick);
  }

  #liquidationOf = (item: Item) => liquidationPrice(positionOf(item), this.overnightIndex);
}

const levelOf = ({ limit, stopLoss, takeProfit }: Item) => limit ?? stopLoss ?? takeProfit;

const marginOf = (notional: bigint, leverage: number, thousandths: bigint): Amount =>
  max(((notional * thousandths) / (1_000n * BigInt(leverage))) as Amount, 1n as Amount);
