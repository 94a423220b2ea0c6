import { unreachable } from '@app/base';
import { type Amount, ONE, type Price, type Rate } from '@app/money';
import type { SlowPosition, SlowTerms } from '@app/testkit/exact';
import { fromUnits, type Rational, toUnits } from '@app/testkit/exact';
import fc from 'fast-check';
import { type ContractTerms, LOT_STEP, listedSeries, type Position } from '../src/contract/index.ts';
import { nextOpening, sessionOf } from '../src/market/index.ts';
import {
  highestLeverages,
  lotsWorth,
  markets,
  moved,
  moves,
  notionals,
  requests,
  rules,
  shares,
  terms,
} from './contract-arbitraries.ts';
import { ContractExchange, lotsOfShare, MARKET_NUMBER, type MarketSetup, SCHEDULE } from './contract-exchange.ts';
import { ContractLedger, type LedgerSetup } from './contract-ledger.ts';
import { SLOW_HOURS, type SlowHours } from './slow-calendar.ts';
import { SlowExchange } from './slow-exchange.ts';

export const USERS = 3;

/** What may be wrong with an order; several at once, because the order of the checks is part of the rule. */
const ORDER_FLAWS = [
  'lots_off_step',
  'no_lots',
  'fewer_than_no_lots',
  'half_a_leverage',
  'no_leverage',
  'far_above',
  'far_below',
  'price_off_step',
] as const;
type OrderFlaw = (typeof ORDER_FLAWS)[number];

/** How many lots a close names. */
const CLOSE_SIZES = [
  'share',
  'share',
  'share',
  'all',
  'all',
  'all_but_a_step',
  'none',
  'off_step',
  'too_many',
] as const;
type CloseSize = (typeof CLOSE_SIZES)[number];

type OrderStep = {
  readonly user: number;
  readonly flaws: readonly OrderFlaw[];
  /** Which of the listed series; one beyond the last is none that is listed, and null a perpetual contract. */
  readonly series: number | null;
  readonly stops: StopMoves;
  readonly request: { readonly side: 'long' | 'short'; readonly notional: bigint; readonly leverage: number };
};

/** Distance from the index price in thousandths of it; one below zero is on the wrong side. */
type StopMoves = { readonly loss: bigint | null; readonly profit: bigint | null };

/** How long the next tick takes: some time, or until a session opens or is about to close, or a series is delivered. */
type Wait =
  | { readonly until: 'later'; readonly ms: number }
  | { readonly until: 'opening' | 'delivery' }
  | { readonly until: 'close'; readonly ms: number };

/** One step of a history. A pick chooses among what is open, a share some of what there is. */
export type Step =
  /** Several ticks, a second apart after the first. */
  | { readonly kind: 'ticks'; readonly wait: Wait; readonly moves: readonly bigint[] }
  | ({ readonly kind: 'open' } & OrderStep)
  | ({ readonly kind: 'place'; readonly limit: bigint } & OrderStep)
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'close'; readonly pick: number; readonly size: CloseSize; readonly share: Rate }
  | { readonly kind: 'stops'; readonly pick: number; readonly stops: StopMoves }
  | { readonly kind: 'reverse'; readonly pick: number }
  | { readonly kind: 'add'; readonly pick: number; readonly share: Rate }
  /** Removes what may be removed, and some units more or less. */
  | { readonly kind: 'remove'; readonly pick: number; readonly excess: bigint }
  /** The same tick once more. */
  | { readonly kind: 'again' }
  | { readonly kind: 'rules'; readonly terms: ContractTerms; readonly leverageMax: number }
  | { readonly kind: 'charge' };

const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name);
const users = fc.nat(USERS - 1);
const picks = fc.nat(99);
const limits = fc.bigInt({ min: 970n, max: 1_030n });
const flaws = fc.oneof(
  { weight: 9, arbitrary: fc.constant<OrderFlaw[]>([]) },
  { weight: 1, arbitrary: fc.subarray([...ORDER_FLAWS], { maxLength: 3 }) },
);

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const waits = fc.oneof<fc.WeightedArbitrary<Wait>[]>(
  { weight: 6, arbitrary: fc.record({ until: fc.constant('later'), ms: fc.integer({ min: 1, max: 60 * SECOND_MS }) }) },
  { weight: 4, arbitrary: fc.record({ until: fc.constant('later'), ms: fc.integer({ min: 1, max: 30 * HOUR_MS }) }) },
  { weight: 1, arbitrary: fc.record({ until: fc.constant('later'), ms: fc.integer({ min: 1, max: 90 * HOUR_MS }) }) },
  { weight: 3, arbitrary: fc.record({ until: fc.constantFrom('opening', 'delivery', 'delivery') }) },
  { weight: 1, arbitrary: fc.record({ until: fc.constant('close'), ms: fc.integer({ min: 1, max: HOUR_MS }) }) },
);
const distances = fc.bigInt({ min: -2n, max: 30n });
const stopMoves = fc.record({ loss: fc.option(distances), profit: fc.option(distances) });
const noStops = fc.constant({ loss: null, profit: null });
const orders = {
  user: users,
  request: requests,
  flaws,
  series: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(4) }),
  stops: fc.oneof({ weight: 2, arbitrary: noStops }, { weight: 1, arbitrary: stopMoves }),
};
const opening = fc.record({ kind: kind('open'), ...orders });
const placing = fc.record({ kind: kind('place'), ...orders, limit: limits });
const ticking = fc.record({
  kind: kind('ticks'),
  wait: waits,
  moves: fc.array(moves, { minLength: 1, maxLength: 3, size: 'max' }),
});
const closing = fc.record({ kind: kind('close'), pick: picks, size: fc.constantFrom(...CLOSE_SIZES), share: shares });
const steps: fc.Arbitrary<Step> = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  { weight: 9, arbitrary: ticking },
  { weight: 2, arbitrary: opening },
  { weight: 3, arbitrary: placing },
  { weight: 1, arbitrary: fc.record({ kind: kind('cancel'), pick: picks }) },
  { weight: 3, arbitrary: closing },
  { weight: 2, arbitrary: fc.record({ kind: kind('stops'), pick: picks, stops: stopMoves }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('reverse'), pick: picks }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('add'), pick: picks, share: shares }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('remove'), pick: picks, excess: fc.bigInt(-3n, 3n) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('again') }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('rules'), terms, leverageMax: highestLeverages }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('charge') }) },
);

const amounts = (min: bigint, most: bigint) => fc.bigInt({ min, max: most }).map((value) => value as Amount);
const balances = fc.oneof(
  { weight: 3, arbitrary: amounts(10n ** 22n, 10n ** 24n) },
  { weight: 1, arbitrary: amounts(10n ** 18n, 10n ** 21n) },
);
/** Winter days, because the reference knows no summer time. */
const FIRST_MS = Date.UTC(2026, 10, 16);
const marketSetups: fc.Arbitrary<MarketSetup & { readonly hours: SlowHours }> = fc
  .record({
    listed: markets,
    rules,
    hours: fc.oneof(fc.constant<SlowHours>('always'), fc.constantFrom(...SLOW_HOURS)),
    startHour: fc.nat(14 * 24),
    reopeningTicks: fc.constantFrom(1, 1, 2, 3),
    capitalOfMarket: fc.oneof({ weight: 3, arbitrary: fc.constant(10n ** 30n) }, notionals),
  })
  .map(({ listed: { market, price }, startHour, capitalOfMarket, ...rest }) => ({
    ...rest,
    market,
    index: price,
    startMs: nextOpening(rest.hours, FIRST_MS + startHour * HOUR_MS),
    capitalOfMarket: capitalOfMarket as Amount,
  }));
const ledgerSetups = fc.record<LedgerSetup>({
  users: fc.array(balances, { minLength: USERS, maxLength: USERS }),
  insurance: amounts(0n, 10n ** 21n),
  // What pays shortfalls; often nothing.
  capital: fc.oneof(fc.constantFrom(0n as Amount, (10n ** 30n) as Amount), amounts(0n, 10n ** 21n)),
});
const inMarket = <Of>(step: fc.Arbitrary<Of>) => fc.record({ market: fc.nat(1), step });

/** Markets with one ledger, and what happens to them; openings first, because most steps need a position. */
export const histories = fc.record({
  ledger: ledgerSetups,
  markets: fc.array(marketSetups, { minLength: 1, maxLength: 2 }),
  openings: fc.array(inMarket(opening), { minLength: 1, maxLength: 4 }),
  later: fc.array(inMarket(steps), { minLength: 4, maxLength: 12, size: 'max' }),
});

/** One market, on the exchange and on the reference. */
export type Twins<Fast = FastExchange> = {
  readonly setup: MarketSetup;
  readonly fast: Fast;
  readonly slow: SlowExchange;
};

/** What is compared with the reference: an exchange of one market. */
export type FastExchange = Pick<
  ContractExchange,
  | 'index'
  | 'atMs'
  | 'rules'
  | 'positions'
  | 'pending'
  | 'open'
  | 'place'
  | 'cancel'
  | 'close'
  | 'reverse'
  | 'setStops'
  | 'addMargin'
  | 'removeMargin'
  | 'charge'
  | 'onTicks'
  | 'runTick'
>;

/** Sets up all markets of a history, and opens their first sessions. */
export function twinsOf(setups: readonly (MarketSetup & { readonly hours: SlowHours })[], ledgerSetup: LedgerSetup) {
  const ledger = new ContractLedger(ledgerSetup);
  const slowBalances = slowBalancesOf(ledgerSetup);
  const twins = setups.map((setup): Twins<ContractExchange> => {
    const fast = new ContractExchange(setup, ledger);
    const slow = slowTwinOf(setup, slowBalances);
    for (let tick = 1; tick <= setup.reopeningTicks; tick += 1) {
      fast.onTick(setup.index, setup.startMs + tick);
      slow.onTick(fromUnits(setup.index), setup.startMs + tick);
    }
    return { setup, fast, slow };
  });
  return { ledger, twins };
}

/** Returns the balances at the start, as the reference names them. */
export const slowBalancesOf = ({ users: own, insurance, capital }: LedgerSetup): Map<string, Rational> =>
  new Map<string, Rational>([
    ...own.map((available, user) => [`user ${user}`, fromUnits(available)] as const),
    ['insurance', fromUnits(insurance)],
    ['capital', fromUnits(capital)],
  ]);

/** Returns the terms as the reference has them. */
export function slowTermsOf({ openFeeRate, closeFeeRate, liquidationFeeRate, tiers }: ContractTerms): SlowTerms {
  return {
    openFee: fromUnits(openFeeRate),
    closeFee: fromUnits(closeFeeRate),
    liquidationFee: fromUnits(liquidationFeeRate),
    brackets: tiers.map(({ above, rate }) => ({ from: fromUnits(above), rate: fromUnits(rate) })),
  };
}

/** Returns a position as the reference has it, with all its nights as one. */
export function slowOf(position: Position): SlowPosition {
  const { terms, market } = position;
  return {
    isLong: position.side === 'long',
    tick: fromUnits(market.priceTick),
    multiplier: fromUnits(market.multiplier),
    lots: fromUnits(position.lots),
    entry: fromUnits(position.entry),
    leverage: position.leverage,
    margin: fromUnits(position.margin),
    openFee: fromUnits(position.openFee),
    firstNight: 0,
    nightsPaid: fromUnits(position.overnightCharged),
    terms: slowTermsOf(terms),
  };
}

/** Sets up the reference like an exchange. */
export function slowTwinOf(
  setup: MarketSetup & { readonly hours: SlowHours },
  slowBalances: Map<string, Rational>,
): SlowExchange {
  const { market, rules: own, index, capitalOfMarket, hours, reopeningTicks } = setup;
  const slowRules = {
    tick: fromUnits(market.priceTick),
    multiplier: fromUnits(market.multiplier),
    terms: slowTermsOf(own.terms),
    spread: fromUnits(own.spreadRate),
    overnight: fromUnits(own.overnightRate),
    buffer: fromUnits(own.removalBufferRate),
    leverageMax: own.leverageMax,
    lotsMin: fromUnits(own.lotsMin),
    limitBand: fromUnits(own.limitBandRate),
    userMax: fromUnits(own.userNotionalMax),
    netMax: fromUnits(own.netExposureMax),
    stress: fromUnits(own.stressRate),
    capitalOfMarket: fromUnits(capitalOfMarket),
    closeMargin: own.closeMargin,
    interest: { lower: fromUnits(own.openInterest.lower), upper: fromUnits(own.openInterest.upper) },
    liquidationBuffer: fromUnits(own.liquidationBufferRate),
    wholeBelow: fromUnits(own.liquidationWholeBelow),
    hours,
    reopeningTicks,
  };
  return new SlowExchange(slowRules, { index: fromUnits(index), atMs: setup.startMs }, slowBalances);
}

/** Answers of both: refusals, and the positions that were liquidated. */
export type Answers = { readonly fast: unknown; readonly slow: unknown };

const NOTHING_OPEN: Answers = { fast: 'nothing', slow: 'nothing' };

/** Takes the same step on both exchanges. */
export function takeStep(step: Step, twins: Twins, ledger: ContractLedger): Answers {
  const { fast, slow } = twins;
  switch (step.kind) {
    case 'ticks':
      return tick(step, twins);
    case 'again':
      return { fast: fast.runTick(), slow: slow.runTick() };
    case 'rules': {
      const { leverageMax } = step;
      fast.rules = { ...fast.rules, terms: step.terms, leverageMax };
      slow.changeRules({ terms: slowTermsOf(step.terms), leverageMax });
      return NOTHING_OPEN;
    }
    case 'charge':
      return { fast: fast.charge(), slow: slow.charge() };
    case 'cancel': {
      const id = pickFrom(fast.pending, step.pick);
      return id === undefined ? NOTHING_OPEN : { fast: fast.cancel(id), slow: slow.cancel(id) };
    }
    case 'open':
    case 'place':
      return order(step, twins);
    default:
      return change(step, twins, ledger);
  }
}

function tick({ wait, moves: all }: Extract<Step, { kind: 'ticks' }>, { fast, slow, setup }: Twins): Answers {
  const first = endOf(wait, fast.atMs, setup);
  let { index } = fast;
  const ticks = all.map((move, at) => {
    index = moved(index, move, setup.market);
    return { index, atMs: first + at * SECOND_MS };
  });
  return {
    fast: fast.onTicks(ticks),
    slow: ticks.map((it) => slow.onTick(fromUnits(it.index), it.atMs)),
  };
}

function endOf(wait: Wait, atMs: number, { hours }: MarketSetup): number {
  const closesMs = sessionOf(hours, atMs)?.closesMs ?? nextOpening(hours, atMs);
  const isEternal = closesMs === Number.POSITIVE_INFINITY;
  switch (wait.until) {
    case 'later':
      return atMs + wait.ms;
    case 'delivery':
      return Date.parse(`${listedSeries(atMs, SCHEDULE, MARKET_NUMBER)[0]}T08:00:00Z`);
    case 'opening':
      return isEternal ? atMs + HOUR_MS : nextOpening(hours, closesMs);
    case 'close':
      return isEternal ? atMs + HOUR_MS : Math.max(closesMs - wait.ms, atMs + 1);
    default:
      return unreachable(wait);
  }
}

const stopsOf = ({ loss, profit }: StopMoves, side: Position['side'], { fast, setup }: Twins) => {
  const gain = side === 'long' ? 1n : -1n;
  return {
    stopLoss: loss === null ? undefined : moved(fast.index, 1_000n - gain * loss, setup.market),
    takeProfit: profit === null ? undefined : moved(fast.index, 1_000n + gain * profit, setup.market),
  };
};
const slowStopsOf = ({ stopLoss, takeProfit }: ReturnType<typeof stopsOf>) => ({
  loss: stopLoss === undefined ? undefined : fromUnits(stopLoss),
  profit: takeProfit === undefined ? undefined : fromUnits(takeProfit),
});

const pickFrom = (all: ReadonlyMap<number, unknown>, pick: number): number | undefined =>
  [...all.keys()][all.size === 0 ? 0 : pick % all.size];

function order(step: Extract<Step, { kind: 'open' | 'place' }>, twins: Twins): Answers {
  const { fast, slow, setup } = twins;
  const { market } = setup;
  const { user, flaws: wrong } = step;
  const { side, notional } = step.request;
  const has = (flaw: OrderFlaw) => wrong.includes(flaw);
  const lots = flawedLots(lotsWorth(notional, fast.index, market), has);
  const leverage = (has('no_leverage') ? 0 : step.request.leverage) + (has('half_a_leverage') ? 0.5 : 0);
  const request = { side, lots, leverage };
  const listed = [...listedSeries(fast.atMs, SCHEDULE, MARKET_NUMBER), '2026-12-30'];
  const series = step.series === null ? undefined : listed[step.series % listed.length];
  const stops = stopsOf(step.stops, side, twins);
  const fastOrder = { user, series, stops };
  const isLong = side === 'long';
  const slowOrder = { user, series, stops: slowStopsOf(stops), isLong, lots: fromUnits(lots), leverage };
  if (step.kind === 'open') return { fast: fast.open(fastOrder, request), slow: slow.open(slowOrder) };
  const near = moved(fast.index, step.limit, market);
  const far = has('far_above') ? near * 2n : has('far_below') ? -near : near;
  const limit = (has('price_off_step') ? far + 1n : far) as Price;
  return { fast: fast.place(fastOrder, request, limit), slow: slow.open(slowOrder, fromUnits(limit)) };
}

function flawedLots(lots: Amount, has: (flaw: OrderFlaw) => boolean): Amount {
  const all = has('no_lots') ? 0n : has('fewer_than_no_lots') ? -lots : lots;
  return (has('lots_off_step') ? all + 1n : all) as Amount;
}

function lotsToClose({ size, share }: { size: CloseSize; share: Rate }, lots: Amount): Amount {
  switch (size) {
    case 'share':
      return lotsOfShare(lots, share);
    case 'all':
      return lots;
    case 'all_but_a_step':
      return (lots - LOT_STEP) as Amount;
    case 'none':
      return 0n as Amount;
    case 'off_step':
      return (lots - 1n) as Amount;
    case 'too_many':
      return (lots + LOT_STEP) as Amount;
    default:
      return unreachable(size);
  }
}

function change(
  step: Extract<Step, { kind: 'close' | 'stops' | 'reverse' | 'add' | 'remove' }>,
  twins: Twins,
  ledger: ContractLedger,
): Answers {
  const { fast, slow } = twins;
  const id = pickFrom(fast.positions, step.pick);
  const owned = id === undefined ? undefined : fast.positions.get(id);
  if (id === undefined || owned === undefined) return NOTHING_OPEN;
  switch (step.kind) {
    case 'stops': {
      const stops = stopsOf(step.stops, owned.position.side, twins);
      return { fast: fast.setStops(id, stops), slow: slow.setStops(id, slowStopsOf(stops)) };
    }
    case 'reverse':
      return { fast: fast.reverse(id), slow: slow.reverse(id) };
    case 'close': {
      const lots = lotsToClose(step, owned.position.lots);
      return { fast: fast.close(id, lots), slow: slow.close(id, fromUnits(lots)) };
    }
    case 'add': {
      // From nothing up to one percent more than there is, so that some are refused.
      const { available } = ledger.balanceOfUser(owned.user);
      const amount = ((available * step.share * 101n) / (ONE * 100n)) as Amount;
      return { fast: fast.addMargin(id, amount), slow: slow.addMargin(id, fromUnits(amount)) };
    }
    case 'remove': {
      const amount = toUnits(slow.removable(id)) + step.excess;
      return { fast: fast.removeMargin(id, amount as Amount), slow: slow.removeMargin(id, fromUnits(amount)) };
    }
    default:
      return unreachable(step);
  }
}
