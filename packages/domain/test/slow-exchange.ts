import {
  ceilUnit,
  isAtMost,
  isLess,
  LOT_STEP,
  larger,
  minus,
  NOTHING,
  over,
  plus,
  type Rational,
  type SlowPosition,
  type SlowTerms,
  slowCut,
  slowEnd,
  slowIsLiquidated,
  slowMaintenance,
  slowNight,
  slowNightsDue,
  slowNotional,
  slowRemovable,
  slowResult,
  slowStep,
  smaller,
  stepsAbove,
  stepsBelow,
  times,
  total,
  whole,
} from '@app/testkit/exact';
import { type SlowHours, slowDelivery, slowIsSeriesOpen, slowLeverageMax, slowSessionStart } from './slow-calendar.ts';

/** Everything an exchange is set up with. */
export type SlowRules = {
  readonly tick: Rational;
  readonly multiplier: Rational;
  readonly terms: SlowTerms;
  readonly spread: Rational;
  readonly overnight: Rational;
  readonly buffer: Rational;
  readonly leverageMax: number;
  readonly lotsMin: Rational;
  readonly limitBand: Rational;
  readonly userMax: Rational;
  readonly netMax: Rational;
  readonly stress: Rational;
  readonly capitalOfMarket: Rational;
  readonly closeMargin: { readonly minutes: number; readonly factor: number };
  readonly interest: { readonly lower: Rational; readonly upper: Rational };
  readonly liquidationBuffer: Rational;
  readonly wholeBelow: Rational;
  readonly hours: SlowHours;
  readonly reopeningTicks: number;
};

export type SlowStops = { readonly loss: Rational | undefined; readonly profit: Rational | undefined };
export type SlowOrder = {
  readonly user: number;
  readonly isLong: boolean;
  readonly lots: Rational;
  readonly leverage: number;
  readonly series: string | undefined;
  readonly stops: SlowStops;
};
type Pending = SlowOrder & { readonly limit: Rational; readonly held: Rational; readonly tick: number };
export type Held = {
  readonly user: number;
  readonly position: SlowPosition;
  readonly series: string | undefined;
  readonly stops: SlowStops;
  readonly closing?: Rational | undefined;
  /** How many nights there were when it was last charged: a night is charged once, whatever rounding leaves of it. */
  readonly chargedNights?: number;
  /** Tick of its last change, which neither closes nor stops it. */
  readonly tick: number;
};

const DAY_MS = 86_400_000;
const byId = <Value>(all: ReadonlyMap<number, Value>) => [...all].sort(([one], [other]) => one - other);
const abs = (value: Rational) => larger(value, minus(NOTHING, value));
const UNIT = over(whole(1), whole(10n ** 18n));
const isOnStep = (value: Rational, step: Rational) => isAtMost(value, times(step, whole(stepsBelow(value, step))));

/** A stop that would fire at once is a mistake. */
function refuseStops(
  { isLong, stops: { loss, profit } }: { isLong: boolean; stops: SlowStops },
  price: Rational,
): string | undefined {
  const [below, above] = isLong ? [loss, profit] : [profit, loss];
  const isWrong = (below !== undefined && isAtMost(price, below)) || (above !== undefined && isAtMost(above, price));
  return isWrong ? 'trigger_price_wrong' : undefined;
}

/** A whole exchange of one market, as simple as it can be: the specification of every movement of money. */
export class SlowExchange {
  index: Rational;
  isOpen = false;
  readonly nights: Rational[] = [];
  readonly positions = new Map<number, Held>();
  readonly pending = new Map<number, Pending>();
  readonly #balances: Map<string, Rational>;
  #rules: SlowRules;
  #lastId = 0;
  /** Index prices so far, and those of this session. */
  #ticks = 0;
  #session: { readonly start: number; readonly ticks: number } | undefined;
  #atMs: number;
  /** The last tick of any session: nights begin with the next one. */
  #nightMs: number;

  /** Markets share the balances. */
  constructor(rules: SlowRules, start: { index: Rational; atMs: number }, balances: Map<string, Rational>) {
    this.#rules = rules;
    this.index = start.index;
    this.#atMs = start.atMs;
    this.#nightMs = start.atMs;
    this.#balances = balances;
  }

  balance(name: string): Rational {
    return this.#balances.get(name) ?? NOTHING;
  }

  #add(name: string, amount: Rational): void {
    this.#balances.set(name, plus(this.balance(name), amount));
  }

  #move(from: string, to: string, amount: Rational): void {
    this.#add(from, minus(NOTHING, amount));
    this.#add(to, amount);
  }

  /** Settings change; open positions keep their terms. */
  changeRules(change: Partial<SlowRules>): void {
    this.#rules = { ...this.#rules, ...change };
  }

  /** A user buys above the index and sells below it, on hundredths of the tick. */
  price(isBuy: boolean): Rational {
    const { tick, spread } = this.#rules;
    const step = over(tick, whole(100));
    const exact = times(this.index, isBuy ? plus(whole(1), spread) : minus(whole(1), spread));
    if (isBuy) return times(step, whole(stepsAbove(exact, step)));
    return larger(times(step, whole(stepsBelow(exact, step))), step);
  }

  #cost({ lots, leverage }: SlowOrder, price: Rational): { margin: Rational; fee: Rational } {
    const notional = slowNotional({ lots, multiplier: this.#rules.multiplier }, price);
    return {
      margin: ceilUnit(over(notional, whole(leverage))),
      fee: ceilUnit(times(notional, this.#rules.terms.openFee)),
    };
  }

  /** Cost to the platform if everything were settled after a move, on which losers are liquidated before the end. */
  #stress(positions: readonly SlowPosition[], isRise: boolean): Rational {
    const { tick, stress } = this.#rules;
    const exact = times(this.index, isRise ? plus(whole(1), stress) : minus(whole(1), stress));
    const price = times(tick, whole(isRise ? stepsAbove(exact, tick) : stepsBelow(exact, tick)));
    const costs = positions.map((it) => {
      const notional = slowNotional(it, larger(price, this.index));
      const fee = ceilUnit(times(notional, it.terms.closeFee));
      const paid = minus(minus(it.margin, ceilUnit(slowMaintenance(it.terms, notional))), fee);
      return larger(slowResult(it, price), minus(NOTHING, larger(paid, NOTHING)));
    });
    return total(costs);
  }

  /** Refusals of what was typed, before any price is known. */
  #refuseSize({ lots, leverage }: SlowOrder): string | undefined {
    if (!isOnStep(lots, LOT_STEP) || leverage % 1 !== 0) return 'amount_step_wrong';
    return isLess(lots, this.#rules.lotsMin) || leverage < 1 ? 'below_minimum' : undefined;
  }

  #refuseLimit(limit: Rational): string | undefined {
    const { tick, limitBand } = this.#rules;
    if (isAtMost(limit, NOTHING) || !isOnStep(limit, tick)) return 'price_step_wrong';
    const away = abs(minus(limit, this.index));
    return isLess(times(this.index, limitBand), away) ? 'limit_price_too_far' : undefined;
  }

  /**
   * Refusals of an order at a price. A resting one is valued at its limit, as if the index were there, and so is the
   * user's notional of one that fills.
   */
  #refuse(
    order: SlowOrder,
    position: SlowPosition,
    how: { available: Rational; isResting: boolean; limit?: Rational },
  ): string | undefined {
    const { userMax, multiplier } = this.#rules;
    const leverageMax = this.#leverageMax();
    const index = how.isResting ? position.entry : this.index;
    const isAtOnce = slowIsLiquidated(position, { index, nights: this.nights });
    if (order.leverage > leverageMax || isAtOnce) return 'leverage_too_high';
    const held = [...this.positions.values()].map(({ user, position: { lots } }) => ({ user, lots }));
    const notionals = [...held, ...this.pending.values()]
      .filter(({ user }) => user === order.user)
      .map(({ lots }) => slowNotional({ lots, multiplier }, this.index));
    const own = slowNotional(position, how.limit ?? index);
    if (isLess(userMax, plus(total(notionals), own))) return 'above_maximum';
    if (!how.isResting && this.#isExhausted(position)) return 'exposure_exhausted';
    return isLess(how.available, plus(position.margin, position.openFee)) ? 'insufficient_balance' : undefined;
  }

  #leverageMax(): number {
    const interests = [true, false].map((isLong) => {
      const side = [...this.positions.values()].filter(({ position }) => position.isLong === isLong);
      return total(side.map(({ position }) => slowNotional(position, this.index)));
    });
    const openInterest = interests.reduce(larger);
    return slowLeverageMax(this.#rules, { hours: this.#rules.hours, atMs: this.#atMs, openInterest });
  }

  /** Refusals before anything of the order itself is looked at. */
  #refuseOrder(series: string | undefined): string | undefined {
    if (!this.isOpen) return 'market_closed';
    return series === undefined || slowIsSeriesOpen(series, this.#atMs) ? undefined : 'series_closed';
  }

  /** Whether the platform would have more exposure than it may, or than its capital covers. */
  #isExhausted(position: SlowPosition): boolean {
    const { netMax, capitalOfMarket } = this.#rules;
    const signed = (it: SlowPosition) => {
      const notional = slowNotional(it, this.index);
      return it.isLong ? notional : minus(NOTHING, notional);
    };
    const all = [...this.positions.values()].map((it) => it.position);
    const before = abs(total(all.map(signed)));
    const after = abs(total([...all, position].map(signed)));
    if (isLess(netMax, after) && isLess(before, after)) return true;
    return [true, false].some((isRise) => {
      const isWorse = isLess(NOTHING, this.#stress([position], isRise));
      return isWorse && isLess(capitalOfMarket, this.#stress([...all, position], isRise));
    });
  }

  #positionOf(order: SlowOrder, price: Rational): SlowPosition {
    const { tick, multiplier, terms } = this.#rules;
    const { margin, fee } = this.#cost(order, price);
    const firstNight = this.nights.length;
    const { isLong, lots, leverage } = order;
    const money = { margin, openFee: fee, firstNight, nightsPaid: NOTHING };
    return { isLong, tick, multiplier, lots, entry: price, leverage, terms, ...money };
  }

  #start(id: number, { user, series, stops }: SlowOrder, position: SlowPosition): string {
    this.#move(`user ${user}`, `user ${user} frozen`, position.margin);
    this.#move(`user ${user}`, 'fees', position.openFee);
    this.positions.set(id, { user, series, stops, position, tick: this.#ticks });
    return 'ok';
  }

  open(order: SlowOrder, limit?: Rational): string {
    this.#lastId += 1;
    const early =
      this.#refuseOrder(order.series) ??
      this.#refuseSize(order) ??
      (limit === undefined ? undefined : this.#refuseLimit(limit));
    if (early !== undefined) return early;
    const price = this.price(order.isLong);
    const isWorse = limit !== undefined && isLess(order.isLong ? limit : price, order.isLong ? price : limit);
    if (isWorse) return this.#rest(order, limit);
    const position = this.#positionOf(order, price);
    const available = this.balance(`user ${order.user}`);
    const refusal = this.#refuse(order, position, { available, isResting: false }) ?? refuseStops(order, this.index);
    return refusal ?? this.#start(this.#lastId, order, position);
  }

  #rest(order: SlowOrder, limit: Rational): string {
    const position = this.#positionOf(order, limit);
    const free = `user ${order.user}`;
    const refusal =
      this.#refuse(order, position, { available: this.balance(free), isResting: true }) ?? refuseStops(order, limit);
    if (refusal !== undefined) return refusal;
    const held = plus(position.margin, position.openFee);
    this.#move(free, `${free} frozen`, held);
    this.pending.set(this.#lastId, { ...order, limit, held, tick: this.#ticks });
    return 'resting';
  }

  /** Fills at the platform's price, at the limit if that is better or all that the user can pay, or cancels. */
  #fill(id: number, order: Pending): string {
    this.#move(`user ${order.user} frozen`, `user ${order.user}`, order.held);
    if (this.#refuseSize(order) !== undefined) return `refused ${id}`;
    const own = this.price(order.isLong);
    const best = order.isLong ? smaller(own, order.limit) : larger(own, order.limit);
    const available = this.balance(`user ${order.user}`);
    for (const price of [best, order.limit]) {
      const position = this.#positionOf(order, price);
      const refusal = this.#refuse(order, position, { available, isResting: false, limit: order.limit });
      if (refusal === undefined) {
        this.#start(id, order, position);
        return `filled ${id}`;
      }
      if (refusal !== 'insufficient_balance') break;
    }
    return `refused ${id}`;
  }

  /** An order rests through the tick in which it was placed. */
  #isReached({ isLong, limit, tick }: Pending): boolean {
    if (tick === this.#ticks) return false;
    return isLong ? isAtMost(this.index, limit) : isAtMost(limit, this.index);
  }

  cancel(id: number): void {
    const order = this.pending.get(id);
    if (order === undefined) throw new Error('no such order');
    this.pending.delete(id);
    this.#move(`user ${order.user} frozen`, `user ${order.user}`, order.held);
  }

  /**
   * A new index price. Out of hours it does nothing; else it begins the nights since the last one, counts in its session,
   * and if that is open, everything happens that waited for a price.
   */
  onTick(index: Rational, atMs: number): readonly string[] {
    this.index = index;
    this.#ticks += 1;
    this.#atMs = atMs;
    const start = slowSessionStart(this.#rules.hours, atMs);
    this.isOpen = false;
    if (start === undefined) return [];
    for (let midnight = this.#nightMs - (this.#nightMs % DAY_MS) + DAY_MS; midnight <= atMs; midnight += DAY_MS)
      this.nights.push(slowNight(this.index, this.#rules.overnight));
    this.#nightMs = atMs;
    const before = this.#session?.start === start ? this.#session.ticks : 0;
    this.#session = { start, ticks: before + 1 };
    this.isOpen = before + 1 >= this.#rules.reopeningTicks;
    return this.runTick();
  }

  /** Runs a tick; run again, it does nothing more. */
  runTick(): readonly string[] {
    if (!this.isOpen) return [];
    const log: string[] = [];
    const isDue = ({ series }: { series: string | undefined }) =>
      series !== undefined && slowDelivery(series) <= this.#atMs;
    for (const [id, held] of byId(this.positions))
      if (isDue(held)) {
        this.#end(id, held.position, { price: this.index, isForced: false });
        log.push(`delivered ${id}`);
      }
    for (const [id, order] of byId(this.pending))
      if (isDue(order)) {
        this.cancel(id);
        log.push(`expired ${id}`);
      }
    for (const [id, held] of byId(this.positions))
      if (held.closing !== undefined && held.tick < this.#ticks) {
        this.#closeLots(id, held.closing);
        log.push(`closed ${id}`);
        if (this.#isInsolvent(id)) log.push(this.#liquidate(id)); // Closing a little is no shelter.
      }
    for (const [id] of byId(this.positions)) if (this.#isInsolvent(id)) log.push(this.#liquidate(id));
    for (const [id, held] of byId(this.positions)) {
      const fired = this.#firedStop(held);
      if (fired === undefined || held.closing !== undefined || held.tick === this.#ticks) continue;
      this.positions.set(id, { ...held, closing: held.position.lots, tick: this.#ticks });
      log.push(`${fired} ${id}`);
    }
    for (const [id, order] of byId(this.pending))
      if (this.#isReached(order)) {
        this.pending.delete(id);
        log.push(this.#fill(id, order));
      }
    return log;
  }

  /** A long loses when the price falls, so its stop-loss is below; for a short everything is turned round. */
  #firedStop({ position: { isLong }, stops: { loss, profit } }: Held): string | undefined {
    const isDownTo = (price: Rational) => isAtMost(this.index, price);
    const isUpTo = (price: Rational) => isAtMost(price, this.index);
    const [isLost, isWon] = isLong ? [isDownTo, isUpTo] : [isUpTo, isDownTo];
    if (loss !== undefined && isLost(loss)) return 'stop';
    return profit !== undefined && isWon(profit) ? 'profit' : undefined;
  }

  #isInsolvent(id: number): boolean {
    const held = this.positions.get(id);
    return held !== undefined && slowIsLiquidated(held.position, { index: this.index, nights: this.nights });
  }

  #liquidate(id: number): string {
    const position = this.#held(id);
    const price = this.price(!position.isLong);
    const { liquidationBuffer: buffer, wholeBelow } = this.#rules;
    const now = { index: this.index, nights: this.nights };
    const [part, rest] = slowStep(position, now, { price, buffer, wholeBelow });
    this.#end(id, part, { price, isForced: true });
    if (rest !== undefined) this.#keep(id, rest);
    return `${rest === undefined ? 'liquidated' : 'reduced'} ${id}`;
  }

  #held(id: number): SlowPosition {
    const held = this.positions.get(id);
    if (held === undefined) throw new Error('no such position');
    return held.position;
  }

  #end(id: number, position: SlowPosition, how: { price: Rational; isForced: boolean }): void {
    const free = `user ${this.positions.get(id)?.user}`;
    const end = slowEnd(position, { ...how, nights: this.nights });
    this.#add(`${free} frozen`, minus(NOTHING, position.margin));
    this.#add(free, end.user);
    this.#add('platform', end.platform);
    this.#add('fees', end.fees);
    this.#add('insurance', end.insurance);
    const insured = smaller(end.shortfall, this.balance('insurance'));
    this.#add('insurance', minus(NOTHING, insured));
    const funded = smaller(minus(end.shortfall, insured), this.balance('capital'));
    this.#add('capital', minus(NOTHING, funded));
    this.#add('platform', minus(plus(insured, funded), end.shortfall)); // What nobody pays.
    if (this.#held(id) === position) this.positions.delete(id);
  }

  /** Notes a close of a whole position, also where fewer lots were to be closed. */
  closeWhole(id: number): void {
    const { closing, position } = this.positions.get(id) ?? {};
    if (position === undefined || (closing !== undefined && isAtMost(position.lots, closing))) return;
    this.#note(id, { closing: position.lots, tick: this.#ticks });
  }

  /** Checks a close and notes it; the next tick settles it. */
  close(id: number, lots: Rational): string {
    const position = this.#held(id);
    if (this.positions.get(id)?.closing !== undefined) return 'order_state_changed';
    if (!isOnStep(lots, LOT_STEP)) return 'amount_step_wrong';
    const rest = minus(position.lots, lots);
    const isAll = isAtMost(rest, NOTHING) && isAtMost(NOTHING, rest);
    // Where no part leaves enough lots, the whole is the least that can be closed.
    const isWholeOnly = isLess(position.lots, plus(this.#rules.lotsMin, LOT_STEP));
    if (!isAll && (isAtMost(lots, NOTHING) || (isWholeOnly && isLess(lots, position.lots)))) return 'below_minimum';
    if (!isAll && isLess(rest, this.#rules.lotsMin)) return 'above_maximum';
    this.#note(id, { closing: lots, tick: this.#ticks });
    return 'ok';
  }

  #closeLots(id: number, lots: Rational): void {
    const position = this.#held(id);
    const how = { price: this.price(!position.isLong), isForced: false };
    if (isAtMost(position.lots, lots)) {
      this.#end(id, position, how);
      return;
    }
    const [part, other] = slowCut(position, lots, { ...how, nights: this.nights });
    this.#end(id, part, how);
    this.#keep(id, other);
  }

  /** Closes and opens the other way round; if that is refused, nothing has happened. */
  reverse(id: number): string {
    this.#lastId += 1;
    const held = this.positions.get(id);
    if (held === undefined || held.closing !== undefined) return 'order_state_changed';
    const refusal = this.#refuseOrder(held.series);
    if (refusal !== undefined) return refusal;
    const balances = new Map(this.#balances);
    const positions = new Map(this.positions);
    const { isLong, lots, leverage } = held.position;
    this.#end(id, held.position, { price: this.price(!isLong), isForced: false });
    this.#lastId -= 1;
    const stops = { loss: undefined, profit: undefined };
    const answer = this.open({ user: held.user, series: held.series, isLong: !isLong, lots, leverage, stops });
    if (answer === 'ok') return answer;
    this.#balances.clear();
    for (const [name, balance] of balances) this.#balances.set(name, balance);
    this.positions.clear();
    for (const [each, before] of positions) this.positions.set(each, before);
    return answer;
  }

  setStops(id: number, stops: SlowStops): string {
    const refusal = this.#refuseChange(id) ?? refuseStops({ isLong: this.#held(id).isLong, stops }, this.index);
    if (refusal === undefined) this.#note(id, { stops, tick: this.#ticks });
    return refusal ?? 'ok';
  }

  /** What is about to be closed stays as it is. */
  #refuseChange(id: number): string | undefined {
    return this.positions.get(id)?.closing === undefined ? undefined : 'order_state_changed';
  }

  #note(id: number, change: Partial<Held>): void {
    const held = this.positions.get(id);
    if (held === undefined) throw new Error('no such position');
    this.positions.set(id, { ...held, ...change });
  }

  /** What is left of a position. */
  #keep(id: number, position: SlowPosition): void {
    this.#note(id, { position, closing: undefined, tick: this.#ticks });
  }

  #change(id: number, change: Partial<SlowPosition>): void {
    this.#note(id, { position: { ...this.#held(id), ...change } });
  }

  addMargin(id: number, amount: Rational): string {
    if (this.#refuseChange(id) !== undefined) return 'order_state_changed';
    if (isLess(amount, UNIT)) return 'below_minimum';
    const free = `user ${this.positions.get(id)?.user}`;
    if (isLess(this.balance(free), amount)) return 'insufficient_balance';
    this.#move(free, `${free} frozen`, amount);
    this.#change(id, { margin: plus(this.#held(id).margin, amount) });
    return 'ok';
  }

  removable(id: number): Rational {
    return slowRemovable(this.#held(id), { index: this.index, nights: this.nights }, this.#rules);
  }

  removeMargin(id: number, amount: Rational): string {
    if (this.#refuseChange(id) !== undefined) return 'order_state_changed';
    if (!this.isOpen) return 'market_closed';
    if (isLess(amount, UNIT)) return 'below_minimum';
    if (isLess(this.removable(id), amount)) return 'above_maximum';
    const free = `user ${this.positions.get(id)?.user}`;
    this.#move(`${free} frozen`, free, amount);
    this.#change(id, { margin: minus(this.#held(id).margin, amount) });
    return 'ok';
  }

  charge(): void {
    for (const [id, { user, position, chargedNights }] of [...this.positions]) {
      if (chargedNights === this.nights.length) continue;
      this.#note(id, { chargedNights: this.nights.length });
      const due = smaller(slowNightsDue(position, this.nights), position.margin);
      this.#move(`user ${user} frozen`, 'fees', due);
      this.#change(id, { margin: minus(position.margin, due), nightsPaid: plus(position.nightsPaid, due) });
    }
  }
}
