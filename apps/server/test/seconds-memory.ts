import { assert, expectDefined, type TimeOrderedId } from '@app/base';
import { FRESHNESS, type Market } from '@app/domain/market';
import {
  type BetRequest,
  type BetState,
  type BetTick,
  type SecondsTerms,
  secondsAccount,
  secondsResult,
  secondsShard,
} from '@app/domain/seconds';
import { CURRENCY, type SecondsSetup } from '@app/domain/test/seconds-exchange';
import { type FastSeconds, MARKETS } from '@app/domain/test/seconds-histories';
import { TestLedger } from '@app/domain/test/test-ledger';
import { type Amount, ZERO } from '@app/money';
import { nameOf } from '../src/engine/decide.ts';
import type { Input, Outcome, Ticks } from '../src/engine/product.ts';
import { PushNumbers } from '../src/engine/push-numbers.ts';
import type { StoredBet } from '../src/modules/seconds/bet-row.ts';
import type { ReceiptChain } from '../src/modules/seconds/receipts.ts';
import type { RunCommand, SecondsCommand } from '../src/modules/seconds/trading/commands.ts';
import {
  beginAgain,
  createResume,
  newMarketState,
  restoreBet,
  restoreFrom,
} from '../src/modules/seconds/trading/load-state.ts';
import type { SecondsFacts } from '../src/modules/seconds/trading/seconds-facts.ts';
import { decide, dueCommands, requiredAccounts } from '../src/modules/seconds/trading/seconds-product.ts';
import type { OpenBet, SecondsRows, SecondsState } from '../src/modules/seconds/trading/seconds-state.ts';
import { noteBlock, takeTicks } from '../src/modules/seconds/trading/take-ticks.ts';

export type MemoryOptions = {
  /** Most bets of a batch. */
  readonly chunk: number;
  /** Choices that time and other processes make in production: the next number below a limit. */
  readonly whim: (below: number) => number;
};

const MODE = 'real';
const PLATFORM = secondsResult(MODE, CURRENCY);
const RELOADS_MAX = 6;
const LOCKS_MAX = 20;
/** How long after its time a block may still arrive; as in the product, where it is not exported. */
const SILENT_MS = 10_000;

type Row = {
  readonly user: number;
  readonly bet: StoredBet['bet'];
  readonly state: BetState;
  readonly stored: StoredBet;
};

/**
 * The product of seconds options without engine, bus and database: the product's own functions, with rows and balances
 * in memory. A reload forgets the state and rebuilds it from the rows, as after a crash.
 */
export class SecondsMemory implements FastSeconds {
  readonly ledger: TestLedger;
  state: SecondsState;
  reloads = 0;
  /** Parts of runs that were committed: how many bets each changed, and whether many more follow. */
  readonly parts: { readonly bets: number; readonly isLong: boolean }[] = [];
  readonly #options: MemoryOptions;
  readonly #rows = new Map<bigint, Row>();
  readonly #ids: bigint[] = [];
  readonly #chains = new Map<number, ReceiptChain>();
  /** Names of transfers, settlements, receipts and places: each exists once. */
  readonly #unique = new Set<string>();
  readonly #blocks: Ticks[] = [];
  #facts: SecondsFacts;
  /** Last block that the state has taken, and the last one committed. */
  #taken = 0;
  #cursor = 0;
  #pending = new Map<string, { readonly command: SecondsCommand; readonly isStored: boolean }>();
  #inbox = new Map<string, RunCommand>();
  #lastId = 0n;
  #reloadsLeft = 0;
  #locksLeft = 0;

  constructor({ settings, users, funds }: SecondsSetup, options: MemoryOptions) {
    this.#options = options;
    const ofUsers = users.map((available, user) => [secondsAccount(BigInt(user), CURRENCY), available] as const);
    this.ledger = new TestLedger([...ofUsers, [PLATFORM, funds]]);
    this.#facts = {
      settings,
      freshness: FRESHNESS,
      freshMs: { version: 0, value: FRESHNESS.seconds },
      demoFunding: ZERO,
      isOn: true,
      halted: new Set(),
      unreal: new Set(),
      limitsOf: () => undefined,
      resultTodayOf: () => ZERO,
      capital: ZERO,
      isFeedSilent: false,
      isLate: false,
    };
    this.state = this.rebuilt();
  }

  get bets(): FastSeconds['bets'] {
    return this.#ids.map((id) => expectDefined(this.#rows.get(id), 'a bet'));
  }

  balanceOfUser(user: number) {
    return this.ledger.balanceOf(secondsAccount(BigInt(user), CURRENCY));
  }

  get platform(): Amount {
    return this.ledger.balanceOf(PLATFORM).available;
  }

  changeTerms(value: SecondsTerms): void {
    const { settings } = this.#facts;
    this.#facts = { ...this.#facts, settings: { ...settings, terms: { value, version: settings.terms.version + 1 } } };
  }

  place(user: number, market: number, request: BetRequest, at: { nowMs: number; isRunning: boolean }): string {
    const command: SecondsCommand = { name: 'seconds.bet', market, ...request, version: request.version };
    return this.#execute(user, command, { ...this.#facts, isOn: at.isRunning }, at.nowMs);
  }

  cancel(number: number, nowMs: number): string {
    const id = this.#ids[number];
    if (id === undefined) return 'nothing';
    const { user } = expectDefined(this.#rows.get(id), 'a bet');
    return this.#execute(user, { name: 'seconds.cancel', id }, this.#facts, nowMs);
  }

  onTick(tick: BetTick): void {
    this.#seal({ atMs: tick.atMs, ticks: [{ ...tick, volume: ZERO, sources: [] }] });
  }

  /** Blocks go on without ticks of any market, or there are none at all and only the clock tells. */
  onTime(_market: number, completeToMs: number): void {
    if (this.#options.whim(3) > 0) this.#seal({ atMs: completeToMs, ticks: [] });
    else this.#work(completeToMs + SILENT_MS);
  }

  /** Whether blocks are sealed that the leader has not taken yet. */
  get isBehind(): boolean {
    return this.#taken < this.#blocks.length;
  }

  /** Takes all blocks and does what they trigger. */
  finish(): void {
    if (this.isBehind) this.#work(this.#blocks.at(-1)?.atMs ?? 0);
  }

  nextId = (): TimeOrderedId => {
    this.#lastId += 1n;
    return this.#lastId as TimeOrderedId; // Its time is not read here.
  };

  /** The state that a new leader would load. */
  rebuilt(): SecondsState {
    const markets = Array.from({ length: MARKETS }, (_, id) => newMarketState(marketOf(id), this.#chains.get(id)));
    const state: SecondsState = {
      shard: { name: secondsShard(MODE), mode: MODE },
      mode: MODE,
      chunk: this.#options.chunk,
      markets: new Map(markets.map((at) => [at.market.id, at])),
      bets: new Map(),
      gains: ZERO,
      currencyId: 1n,
      pushNumbers: new PushNumbers(),
      newest: { block: 0, atMs: 0 },
      fundedMs: 0,
    };
    for (const { stored } of [...this.#rows.values()].reverse())
      if (stored.status === 'waiting' || stored.status === 'running') restoreBet(state, stored);
    const runs = [...this.#inbox.values()];
    const first = Math.min(this.#cursor + 1, ...runs.map(({ block }) => block));
    const wanted = new Set(state.markets.values());
    for (const { block: number, ticks } of this.#blocks.slice(0, first - 1).reverse())
      restoreFrom(state, wanted, { number, ticks, config: this.#facts });
    const before = this.#blocks[first - 2];
    if (before !== undefined) noteBlock(state, before);
    const resume = createResume(state, runs, this.#facts);
    for (const block of this.#blocks.slice(first - 1, this.#cursor)) resume(block);
    beginAgain(state);
    for (const { newest } of state.markets.values())
      assert(
        newest === undefined || newest.seq === (newest.before?.seq ?? 0) + 1,
        'the tick before the newest is known',
      );
    return state;
  }

  /** Forgets everything that is not committed. */
  #reload(): void {
    this.reloads += 1;
    this.state = this.rebuilt();
    this.#taken = this.#cursor;
    this.#pending = new Map([...this.#inbox].map(([key, command]) => [key, { command, isStored: true }]));
  }

  /** Seals a block, and does what it triggers, with reloads on the way, or later, together with others. */
  #seal(block: Omit<Ticks, 'block' | 'inventories'>): void {
    if (this.#options.whim(4) === 0) this.#reload();
    this.#blocks.push({ ...block, block: this.#blocks.length + 1, inventories: [] });
    if (this.#options.whim(3) === 0) return;
    this.#work(block.atMs);
    if (this.#options.whim(2) === 0) this.#cursor = this.#taken; // A block without effects moves it once a second.
  }

  /** Takes blocks and decides until nothing is left to do. */
  #work(nowMs: number): void {
    this.#reloadsLeft = RELOADS_MAX;
    this.#locksLeft = LOCKS_MAX;
    for (;;) {
      this.#take();
      this.#add(dueCommands(this.state, nowMs).commands);
      if (this.#isLost(8))
        this.#reload(); // Before anything of it is committed.
      else if (this.#pending.size === 0 && this.#taken === this.#blocks.length) return;
      for (const [key, { command }] of this.#pending) this.#decidePart(key, command, nowMs);
    }
  }

  #take(): void {
    const blocks = this.#blocks.slice(this.#taken, this.#taken + 1 + this.#options.whim(3));
    this.#taken += blocks.length;
    if (blocks.length > 0) this.#add(takeTicks(this.state, blocks, this.#facts));
  }

  #add(triggered: ReturnType<typeof takeTicks>): void {
    for (const { key, command, stored } of triggered)
      if (!this.#pending.has(key)) this.#pending.set(key, { command, isStored: stored !== undefined });
  }

  #decidePart(key: string, command: SecondsCommand, nowMs: number): void {
    const state = this.state;
    const outcome = this.#decide({ command, atMs: nowMs }, { ...this.#facts, isFeedSilent: !this.isBehind });
    if (this.#isLost(8)) {
      this.#reload(); // Decided, and rolled back.
      return;
    }
    if (outcome.kind === 'waiting') this.#pending.delete(key); // It fires again.
    if (outcome.kind !== 'done') return;
    if (outcome.continues !== true) this.#pending.delete(key);
    this.#commit(outcome);
    this.parts.push({ bets: outcome.rows.changed.length, isLong: outcome.isLong === true });
    assert(state === this.state, 'a part is committed by the leader that decided it');
    if (this.#isLost(4)) this.#reload();
  }

  /** Whether the leader is lost now; sooner or later one stays. */
  #isLost(oneOf: number): boolean {
    if (this.#reloadsLeft === 0 || this.#options.whim(oneOf) !== 0) return false;
    this.#reloadsLeft -= 1;
    return true;
  }

  /** Decides and commits a user's command, while nobody's account is locked. */
  #execute(user: number, command: SecondsCommand, facts: SecondsFacts, atMs: number): string {
    this.finish(); // Requests wait while blocks are missing.
    const id = this.nextId();
    this.#locksLeft = 0;
    const outcome = this.#decide({ command, atMs, userId: BigInt(user), id }, facts);
    if (outcome.kind === 'done') {
      this.#commit(outcome);
      return 'ok';
    }
    assert(outcome.kind === 'refused', 'a command of a user is decided');
    return outcome.code;
  }

  #missing = new Set<string>();

  #decide(
    given: Pick<Input<SecondsCommand>, 'command' | 'atMs'> & { userId?: bigint; id?: bigint },
    facts: SecondsFacts,
  ): Outcome<SecondsRows> {
    const input = { userId: undefined, id: this.nextId(), arrivedMs: given.atMs - 1, key: 'a key', ...given };
    const { each, likelyAccounts } = requiredAccounts(this.state, [input]);
    const visible = new Set([...each.flat(), ...likelyAccounts].map(nameOf).concat(...this.#missing));
    const locked = this.#locksLeft > 0 ? this.#options.whim(4) : undefined;
    if (this.#locksLeft > 0) this.#locksLeft -= 1;
    const balances = {
      of: (account: Parameters<typeof nameOf>[0]) =>
        visible.has(nameOf(account)) && account.owner !== `user:${locked}` ? this.ledger.balanceOf(account) : undefined,
    };
    const outcome = decide(this.state, input, { balances, facts, nextId: this.nextId });
    this.#missing = new Set(outcome.kind === 'deferred' ? outcome.missingAccounts.map(nameOf) : []);
    return outcome;
  }

  #commit({ transfers, rows }: Extract<Outcome<SecondsRows>, { kind: 'done' }>): void {
    for (const transfer of transfers) {
      this.#once(`transfer ${transfer.kind} ${transfer.ref}`);
      this.ledger.post(transfer);
    }
    for (const { bet } of rows.placed) {
      this.#once(`bet ${bet.id}`);
      this.#ids.push(bet.id);
      this.#store(bet);
    }
    for (const { bet, chain } of rows.settlements) {
      this.#once(`settlement ${bet.id}`);
      this.#once(`place ${bet.bet.market} ${chain.place}`);
      const last = this.#chains.get(bet.bet.market)?.place ?? 0;
      assert(chain.place === last + 1, 'places of a chain have no gap');
      this.#chains.set(bet.bet.market, chain);
    }
    for (const bet of rows.changed) {
      assert(this.#rows.has(bet.id), 'a changed bet has a row');
      this.#store(bet);
    }
    for (const { kind, id } of rows.receipts) this.#once(`receipt ${kind} ${id}`);
    this.#cursor = this.#taken;
    const runs = [...this.#pending].filter(([, { isStored }]) => isStored);
    this.#inbox = new Map(runs.map(([key, { command }]) => [key, command as RunCommand])); // No other is stored.
  }

  #store({ id, userId, bet, state, acceptedSeq, receiptHash, entry, end }: OpenBet): void {
    const stored = { id, userId, bet, status: state.kind, acceptedSeq, receiptHash, entry, end };
    const ofEntry = entry && { market: bet.market, seq: entry.seq, atMs: entry.atMs, price: entry.price };
    assert(entry === undefined || entry.seq === (entry.before?.seq ?? 0) + 1, 'a tick names the one before it');
    this.#rows.set(id, { user: Number(userId), bet, state: { ...state, ...(ofEntry && { entry: ofEntry }) }, stored });
  }

  #once(name: string): void {
    assert(!this.#unique.has(name), `${name} exists once`);
    this.#unique.add(name);
  }
}

const marketOf = (id: number): Market => ({
  id,
  symbol: `M${id}/USDT`,
  base: `M${id}`,
  quote: 'USDT',
  name: `M${id}`,
  category: 'crypto',
  priceTick: 1n as Market['priceTick'],
  lot: 1n as Amount,
  hours: 'always',
  products: ['seconds'],
});

/** Returns everything of a state that decides what happens next, in a form that can be compared. */
export function describeState({ bets, gains, markets, newest }: SecondsState): unknown {
  return {
    gains,
    newest,
    bets: [...bets.values()]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, bet, state, entry, isDecided }) => ({ id, bet, kind: state.kind, entry: entry?.seq, isDecided })),
    markets: [...markets.values()].map((at) => ({
      last: at.last,
      stakes: at.stakes,
      chain: at.chain,
      due: at.ticksDue.nextMs(),
      expires: at.expiries.nextMs(),
    })),
  };
}
