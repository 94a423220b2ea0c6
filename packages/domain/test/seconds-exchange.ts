import { type Amount, sum } from '@app/money';
import { FRESHNESS } from '../src/market/index.ts';
import {
  acceptBet,
  advanceBet,
  type Bet,
  type BetParty,
  type BetRequest,
  type BetState,
  type BetTick,
  cancelBet,
  expireBet,
  gainOf,
  postBetSettlement,
  postStakeHold,
  postStakeRefund,
  type SecondsSettings,
  type SecondsTerms,
  secondsAccount,
  secondsResult,
} from '../src/seconds/index.ts';
import { TestLedger } from './test-ledger.ts';

const MODE = 'real';
export const CURRENCY = 'USDT';
const PLATFORM = secondsResult(MODE, CURRENCY);

export type SecondsSetup = {
  readonly settings: SecondsSettings;
  readonly users: readonly Amount[];
  readonly funds: Amount;
};

type Placed = { readonly user: number; readonly bet: Bet; readonly state: BetState };

/** Several markets of seconds options with one ledger, made of the rules alone. Every account has a floor of zero. */
export class SecondsExchange {
  readonly ledger: TestLedger;
  readonly bets: Placed[] = [];
  readonly #lastTicks = new Map<number, BetTick>();
  #settings: SecondsSettings;

  constructor({ settings, users, funds }: SecondsSetup) {
    this.#settings = settings;
    const ofUsers = users.map((available, user) => [secondsAccount(BigInt(user), CURRENCY), available] as const);
    this.ledger = new TestLedger([...ofUsers, [PLATFORM, funds]]);
  }

  balanceOfUser(user: number) {
    return this.ledger.balanceOf(secondsAccount(BigInt(user), CURRENCY));
  }

  get platform(): Amount {
    return this.ledger.balanceOf(PLATFORM).available;
  }

  changeTerms(value: SecondsTerms): void {
    this.#settings = { ...this.#settings, terms: { value, version: this.#settings.terms.version + 1 } };
  }

  place(user: number, market: number, request: BetRequest, at: { nowMs: number; isRunning: boolean }): string {
    const open = this.bets.filter(({ state }) => state.kind === 'waiting' || state.kind === 'running');
    const onSide = open.filter(({ bet }) => bet.market === market && bet.side === request.side);
    const decision = acceptBet(request, {
      ...at,
      market: { id: market, hours: 'always' },
      mode: MODE,
      settings: this.#settings,
      freshness: FRESHNESS,
      lastTickMs: this.#lastTicks.get(market)?.atMs,
      open: {
        stakes: sum(onSide.map(({ bet }) => bet.stake)),
        gains: sum(open.map(({ bet }) => gainOf(bet))),
      },
      funds: this.platform,
      available: this.balanceOfUser(user).available,
    });
    if (!decision.ok) return decision.code;
    this.ledger.post(postStakeHold(this.#party(this.bets.length, user), decision.value));
    this.bets.push({ user, bet: decision.value, state: { kind: 'waiting' } });
    return 'ok';
  }

  cancel(id: number, nowMs: number): string {
    const placed = this.bets[id];
    if (placed === undefined) return 'nothing';
    const decision = cancelBet(placed.bet, placed.state, nowMs);
    if (!decision.ok) return decision.code;
    this.bets[id] = { ...placed, bet: decision.value };
    return 'ok';
  }

  onTick(tick: BetTick): void {
    this.#lastTicks.set(tick.market, tick);
    this.#change(tick.market, (bet, state) => advanceBet(bet, state, tick));
  }

  /** Every tick of the market before an instant has arrived. */
  onTime(market: number, completeToMs: number): void {
    this.#change(market, (bet, state) => expireBet(bet, state, completeToMs));
  }

  #change(market: number, next: (bet: Bet, state: BetState) => BetState): void {
    for (const [id, placed] of this.bets.entries()) {
      const { user, bet, state: before } = placed;
      const state = bet.market === market ? next(bet, before) : before;
      if (state === before) continue;
      this.bets[id] = { ...placed, state };
      const party = this.#party(id, user);
      if (state.kind === 'settled') this.ledger.post(postBetSettlement(party, bet, state));
      if (state.kind === 'cancelled' || state.kind === 'void') this.ledger.post(postStakeRefund(party, bet));
    }
  }

  #party(id: number, user: number): BetParty {
    return { ref: String(id), userId: BigInt(user), mode: MODE };
  }
}
