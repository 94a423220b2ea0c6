import { type Amount, add, floorTo, max, type Price, type Rate, subtract, sum, ZERO } from '@app/money';
import {
  addMargin,
  type ContractMarket,
  type ContractNow,
  type ContractRules,
  chargeOvernight,
  closePosition,
  contractSettings,
  countTick,
  coverShortfall,
  deliverPosition,
  deliversAtMs,
  type EndOfPosition,
  type Exposure,
  fillPending,
  firedStop,
  isLiquidated,
  isSeriesOpen,
  LOT_STEP,
  limitFillPrice,
  liquidatePart,
  liquidationStep,
  nextOvernightIndex,
  notionalAt,
  type OpenContext,
  type OpeningCost,
  type OpenRequest,
  openingPrice,
  openingRules,
  openPosition,
  type Position,
  placeLimit,
  postMarginAdded,
  postMarginRemoved,
  postOpening,
  postOvernight,
  postPendingHold,
  postPendingRelease,
  postSettlement,
  quoteAround,
  removeMargin,
  type SessionCount,
  type SessionPhase,
  type Settlement,
  splitPosition,
  stressCost,
} from '../src/contract/index.ts';
import type { Hours } from '../src/market/index.ts';
import { ACCOUNTS, type ContractLedger, CURRENCY, MODE } from './contract-ledger.ts';

const DAY_MS = 86_400_000;
/** A market with series; every market of the histories has its number. */
export const MARKET_NUMBER = 1;
export const SCHEDULE = contractSettings.series.initial;

const byId = <Value>(all: ReadonlyMap<number, Value>) => [...all].sort(([one], [other]) => one - other);

/** Stop-loss and take-profit that a user sets. */
export type ChosenStops = { readonly stopLoss: Price | undefined; readonly takeProfit: Price | undefined };
/** What a user orders, beside its size. */
export type OrderTerms = { readonly user: number; readonly series: string | undefined; readonly stops: ChosenStops };

type Pending = OrderTerms & {
  readonly request: OpenRequest;
  readonly limit: Price;
  readonly held: OpeningCost;
  readonly placedAfter: number;
};
export type Owned = OrderTerms & {
  readonly position: Position;
  /** Lots that the next tick closes. */
  readonly closing: Amount | undefined;
  /** Last tick before its last change: only later ones close it. */
  readonly changedAfter: number;
  /** Nights so far when it was last charged. */
  readonly chargedNights?: number;
};

export type MarketSetup = {
  readonly market: ContractMarket;
  readonly rules: ContractRules;
  readonly hours: Hours;
  readonly startMs: number;
  readonly reopeningTicks: number;
  readonly index: Price;
  /** The platform's capital funded for the market. */
  readonly capitalOfMarket: Amount;
};

/** An exchange of one market made of the product's rules and postings only. */
export class ContractExchange {
  index: Price;
  atMs: number;
  tick = 0;
  phase: SessionPhase = 'closed';
  overnightIndex = 0n as Price;
  rules: ContractRules;
  readonly positions = new Map<number, Owned>();
  readonly pending = new Map<number, Pending>();
  /** What was liquidated, as it was before. */
  readonly liquidated: { readonly position: Position; readonly now: ContractNow }[] = [];
  readonly #setup: MarketSetup;
  readonly #ledger: ContractLedger;
  #session: SessionCount | undefined;
  /** The last tick within hours. */
  #nightMs: number;
  #nights = 0;
  #lastId = 0;

  constructor(setup: MarketSetup, ledger: ContractLedger) {
    this.#setup = setup;
    this.#ledger = ledger;
    this.index = setup.index;
    this.atMs = setup.startMs;
    this.#nightMs = setup.startMs;
    this.rules = setup.rules;
  }

  #party(user: number) {
    return { ref: '1', userId: BigInt(user), mode: MODE, currency: CURRENCY } as const;
  }

  get #quote() {
    return quoteAround(this.index, this.#setup.market, this.rules.spreadRate);
  }

  get now() {
    return { index: this.index, overnightIndex: this.overnightIndex };
  }

  #exposureFor(user: number, all: readonly Owned[]): Exposure & { readonly openInterest: Amount } {
    const { market, capitalOfMarket } = this.#setup;
    const waiting = [...this.pending.values()].map((it) => ({ user: it.user, lots: it.request.lots }));
    const own = [...all.map((it) => ({ user: it.user, lots: it.position.lots })), ...waiting];
    const stress = all.map(({ position }) => stressCost(position, this.index, this.rules.stressRate));
    const ofSide = (side: string) =>
      sum(all.filter((it) => it.position.side === side).map(({ position }) => notionalAt(position, this.index)));
    return {
      ofUser: sum(own.filter((it) => it.user === user).map(({ lots }) => notionalAt({ market, lots }, this.index))),
      net: subtract(ofSide('long'), ofSide('short')),
      stress: { rise: sum(stress.map(({ rise }) => rise)), fall: sum(stress.map(({ fall }) => fall)) },
      capital: capitalOfMarket,
      openInterest: max(ofSide('long'), ofSide('short')),
    };
  }

  /** State for an opening, with money that is free by then and without a position that is closed by then. */
  #contextFor(user: number, freed = ZERO, closed?: Owned): OpenContext {
    const { market, hours } = this.#setup;
    const { openInterest, ...exposure } = this.#exposureFor(
      user,
      [...this.positions.values()].filter((it) => it !== closed),
    );
    const rules = openingRules(this.rules, { openInterest, hours, atMs: this.atMs });
    const available = add(this.#ledger.balanceOfUser(user).available, freed);
    return { market, rules, now: this.now, exposure, available };
  }

  #refuseOrder(series: string | undefined): string | undefined {
    if (this.phase !== 'open') return 'market_closed';
    const isOpen = series === undefined || isSeriesOpen(series, this.atMs, SCHEDULE, MARKET_NUMBER);
    return isOpen ? undefined : 'series_closed';
  }

  #start(id: number, order: OrderTerms, { position, held }: { position: Position; held?: OpeningCost }): string {
    const { margin, openFee } = position;
    this.#ledger.post(postOpening(this.#party(order.user), { margin, fee: openFee }, held));
    const { user, series, stops } = order;
    this.positions.set(id, { user, series, stops, position, closing: undefined, changedAfter: this.tick });
    return 'ok';
  }

  open(order: OrderTerms, request: OpenRequest): string {
    this.#lastId += 1;
    const refused = this.#refuseOrder(order.series);
    if (refused !== undefined) return refused;
    const decision = openPosition(request, openingPrice(request.side, this.#quote), this.#contextFor(order.user));
    if (!decision.ok) return decision.code;
    if (isFiredAt(request.side, order.stops, this.index)) return 'trigger_price_wrong';
    return this.#start(this.#lastId, order, { position: decision.value });
  }

  place(order: OrderTerms, request: OpenRequest, limit: Price): string {
    this.#lastId += 1;
    const refused = this.#refuseOrder(order.series);
    if (refused !== undefined) return refused;
    const decision = placeLimit(request, limit, this.#contextFor(order.user));
    if (!decision.ok) return decision.code;
    const isAtOnce = decision.value.kind === 'opened';
    if (isFiredAt(request.side, order.stops, isAtOnce ? this.index : limit)) return 'trigger_price_wrong';
    if (decision.value.kind === 'opened') return this.#start(this.#lastId, order, decision.value);
    const { held } = decision.value;
    this.#ledger.post(postPendingHold(this.#party(order.user), held));
    this.pending.set(this.#lastId, { ...order, request, limit, held, placedAfter: this.tick });
    return 'resting';
  }

  /** Closes a position and opens the opposite one at the same tick, or neither. */
  reverse(id: number): string {
    this.#lastId += 1;
    const owned = found(this.positions.get(id));
    if (owned.closing !== undefined) return 'order_state_changed';
    const refused = this.#refuseOrder(owned.series);
    if (refused !== undefined) return refused;
    const { user, series, position } = owned;
    const settlement = closePosition(position, this.#quote, this.overnightIndex);
    const side = position.side === 'long' ? 'short' : 'long';
    const request = { side, lots: position.lots, leverage: position.leverage } as const;
    const opened = openPosition(
      request,
      openingPrice(side, this.#quote),
      this.#contextFor(user, settlement.returned, owned),
    );
    if (!opened.ok) return opened.code;
    this.#settle(user, 'close', settlement);
    this.positions.delete(id);
    const order = { user, series, stops: { stopLoss: undefined, takeProfit: undefined } };
    return this.#start(this.#lastId, order, { position: opened.value });
  }

  cancel(id: number): void {
    const order = found(this.pending.get(id));
    this.pending.delete(id);
    this.#ledger.post(postPendingRelease(this.#party(order.user), order.held));
  }

  onTick(index: Price, atMs: number): readonly string[] {
    const { hours, reopeningTicks } = this.#setup;
    this.index = index;
    this.atMs = atMs;
    this.tick += 1;
    const { session, phase } = countTick(this.#session, atMs, hours, reopeningTicks);
    this.#session = session;
    this.phase = phase;
    if (phase !== 'closed') this.#beginNights();
    return this.runTick();
  }

  /** Ticks one after the other. */
  onTicks(ticks: readonly { readonly index: Price; readonly atMs: number }[]): readonly (readonly string[])[] {
    return ticks.map(({ index, atMs }) => this.onTick(index, atMs));
  }

  #beginNights(): void {
    const days = Math.floor(this.atMs / DAY_MS) - Math.floor(this.#nightMs / DAY_MS);
    for (let day = 0; day < days; day += 1)
      this.overnightIndex = nextOvernightIndex(this.overnightIndex, this.index, this.rules.overnightRate);
    this.#nights += days;
    this.#nightMs = this.atMs;
  }

  /** Runs a tick; run again, it does nothing more. */
  runTick(): readonly string[] {
    if (this.phase !== 'open') return [];
    return [
      ...this.#deliver(),
      ...this.#settleClosing(),
      ...this.#liquidate(),
      ...this.#fire(),
      ...this.#fillReached(),
    ];
  }

  #isDelivered = ({ series }: OrderTerms) => series !== undefined && deliversAtMs(series) <= this.atMs;

  #deliver(): string[] {
    const ended = byId(this.positions).filter(([, owned]) => this.#isDelivered(owned));
    for (const [id, { user, position }] of ended) {
      this.#settle(user, 'delivery', deliverPosition(position, this.now));
      this.positions.delete(id);
    }
    const expired = byId(this.pending).filter(([, order]) => this.#isDelivered(order));
    for (const [id] of expired) this.cancel(id);
    return [...ended.map(([id]) => `delivered ${id}`), ...expired.map(([id]) => `expired ${id}`)];
  }

  #settleClosing(): string[] {
    const due = byId(this.positions).filter(([, it]) => it.closing !== undefined && it.changedAfter < this.tick);
    return due.flatMap(([id, owned]) => {
      const decision = this.#split(owned, owned.closing ?? ZERO);
      if (!decision.ok) throw new Error(decision.code);
      const { part, rest } = decision.value;
      this.#settle(owned.user, 'close', closePosition(part, this.#quote, this.overnightIndex));
      this.#keep(id, owned, rest);
      const left = this.positions.get(id);
      const isInsolvent = left !== undefined && isLiquidated(left.position, this.now);
      return [`closed ${id}`, ...(isInsolvent ? [this.#liquidateOne(id, left)] : [])];
    });
  }

  #split({ position }: Owned, lots: Amount) {
    const exit = { lotsMin: this.rules.lotsMin, quote: this.#quote, overnightIndex: this.overnightIndex };
    return splitPosition(position, lots, exit);
  }

  #keep(id: number, owned: Owned, rest: Position | undefined): void {
    if (rest === undefined) this.positions.delete(id);
    else this.positions.set(id, { ...owned, position: rest, closing: undefined, changedAfter: this.tick });
  }

  #liquidate(): string[] {
    const hit = byId(this.positions).filter(([, { position }]) => isLiquidated(position, this.now));
    return hit.map(([id, owned]) => this.#liquidateOne(id, owned));
  }

  #liquidateOne(id: number, owned: Owned): string {
    this.liquidated.push({ position: owned.position, now: this.now });
    const { part, rest } = liquidationStep(owned.position, this.now, this.#quote, this.rules);
    this.#settle(owned.user, 'liquidation', liquidatePart(part, this.#quote, this.overnightIndex));
    this.#keep(id, owned, rest);
    return `${rest === undefined ? 'liquidated' : 'reduced'} ${id}`;
  }

  #fire(): string[] {
    return byId(this.positions).flatMap(([id, owned]) => {
      const { position, stops, closing, changedAfter } = owned;
      const fired = firedStop({ side: position.side, ...stops }, this.index);
      if (fired === undefined || closing !== undefined || changedAfter >= this.tick) return [];
      this.positions.set(id, { ...owned, closing: position.lots, changedAfter: this.tick });
      return [`${fired} ${id}`];
    });
  }

  #fillReached(): string[] {
    const now = { tick: this.tick, index: this.index };
    return byId(this.pending).flatMap(([id, order]) => {
      const { limit, placedAfter, request, held, user } = order;
      const price = limitFillPrice({ side: request.side, limit, placedAfter }, now, this.#quote);
      if (price === undefined) return [];
      this.pending.delete(id);
      const decision = fillPending(request, { limit, price }, this.#contextFor(user, add(held.margin, held.fee)));
      if (decision.ok) this.#start(id, order, { position: decision.value, held });
      else this.#ledger.post(postPendingRelease(this.#party(user), held));
      return [`${decision.ok ? 'filled' : 'refused'} ${id}`];
    });
  }

  #settle(user: number, end: EndOfPosition, settlement: Settlement): void {
    const insurance = this.#ledger.balanceOf(ACCOUNTS.insurance).available;
    const capital = this.#ledger.balanceOf(ACCOUNTS.capital).available;
    const cover = coverShortfall(settlement.shortfall, { insurance, capital });
    this.#ledger.post(postSettlement(this.#party(user), end, { settlement, cover }));
  }

  /** Acknowledges a close, at any hour; the next tick of an open market settles it. */
  close(id: number, lots: Amount): string {
    const owned = found(this.positions.get(id));
    if (owned.closing !== undefined) return 'order_state_changed';
    const decision = this.#split(owned, lots);
    if (!decision.ok) return decision.code;
    this.positions.set(id, { ...owned, closing: lots, changedAfter: this.tick });
    return 'ok';
  }

  setStops(id: number, stops: ChosenStops): string {
    const owned = found(this.positions.get(id));
    if (owned.closing !== undefined) return 'order_state_changed';
    if (isFiredAt(owned.position.side, stops, this.index)) return 'trigger_price_wrong';
    this.positions.set(id, { ...owned, stops, changedAfter: this.tick });
    return 'ok';
  }

  addMargin(id: number, amount: Amount): string {
    const owned = found(this.positions.get(id));
    if (owned.closing !== undefined) return 'order_state_changed';
    const decision = addMargin(owned.position, amount, this.#ledger.balanceOfUser(owned.user).available);
    if (!decision.ok) return decision.code;
    this.#ledger.post(postMarginAdded(this.#party(owned.user), amount));
    this.positions.set(id, { ...owned, position: decision.value });
    return 'ok';
  }

  removeMargin(id: number, amount: Amount): string {
    const owned = found(this.positions.get(id));
    if (owned.closing !== undefined) return 'order_state_changed';
    if (this.phase !== 'open') return 'market_closed';
    const decision = removeMargin(owned.position, amount, { now: this.now, rules: this.rules });
    if (!decision.ok) return decision.code;
    this.#ledger.post(postMarginRemoved(this.#party(owned.user), amount));
    this.positions.set(id, { ...owned, position: decision.value });
    return 'ok';
  }

  charge(): void {
    for (const [id, owned] of [...this.positions]) {
      if (owned.chargedNights === this.#nights) continue;
      const { charge, position } = chargeOvernight(owned.position, this.overnightIndex);
      this.#ledger.post(postOvernight(this.#party(owned.user), charge));
      this.positions.set(id, { ...owned, position, chargedNights: this.#nights });
    }
  }
}

const isFiredAt = (side: 'long' | 'short', stops: ChosenStops, index: Price): boolean =>
  firedStop({ side, ...stops }, index) !== undefined;

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('nothing of that id');
  return value;
}

/** Returns lots on their step for a share of some lots, at least one step. */
export const lotsOfShare = (lots: Amount, share: Rate): Amount =>
  max(floorTo(((lots * share) / 10n ** 18n) as Amount, LOT_STEP), LOT_STEP);
