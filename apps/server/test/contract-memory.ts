import { assert, expectDefined, type TimeOrderedId } from '@app/base';
import { type ContractTerms, contractShard, type SettlementCause } from '@app/domain/contract';
import type { ContractLedger } from '@app/domain/test/contract-ledger';

import { nameOf } from '../src/engine/decide.ts';
import type { Input, Outcome, Ticks, Triggered } from '../src/engine/product.ts';
import { PushNumbers } from '../src/engine/push-numbers.ts';
import { applyTicks } from '../src/modules/contract/trading/apply-tick.ts';
import { nextCharges } from '../src/modules/contract/trading/charge-nights.ts';
import type { ContractCommand, RunCommand } from '../src/modules/contract/trading/commands.ts';
import type { ContractFacts } from '../src/modules/contract/trading/contract-facts.ts';
import type { StoredMarket, StoredNight } from '../src/modules/contract/trading/contract-load.store.ts';
import { decide } from '../src/modules/contract/trading/contract-product.ts';
import type { ContractRows, ContractState } from '../src/modules/contract/trading/contract-state.ts';
import {
  type ListedMarket,
  newMarketState,
  restoreDeal,
  restoreNight,
  restoreRuns,
  takeAgain,
} from '../src/modules/contract/trading/load-state.ts';
import { needsOf } from '../src/modules/contract/trading/required-accounts.ts';
import { type DealRow, toRow } from '../src/modules/contract/trading/stored-deal.ts';
import { takeTicks } from '../src/modules/contract/trading/take-ticks.ts';

/** Something that happened to a deal at a tick. */
export type Happened = { readonly seq: number; readonly deal: bigint; readonly word: string };

export type MemorySetup = {
  readonly markets: readonly ListedMarket[];
  readonly ledger: ContractLedger;
  readonly facts: ContractFacts;
  /** Most deals of a batch. */
  readonly chunk: number;
  /** Choices that time and other processes make in production: the next number below a limit. */
  readonly whim: (below: number) => number;
  /** Whether some users' accounts are locked elsewhere now and then. */
  readonly hasLocks?: boolean;
};

const MODE = 'demo';
const WORD_OF: Record<SettlementCause, string> = {
  user: 'closed',
  stop: 'closed',
  profit: 'closed',
  liquidation: 'liquidated',
  delivery: 'delivered',
  reverse: 'reversed',
};
const LIVE: readonly string[] = ['pending', 'open', 'closing'];
const FRESH_RETRIES = 20;
const RELOADS_MAX = 6;

/**
 * The contract product without engine, bus and database: the product's own functions, with rows and balances in memory.
 * A reload forgets the state and rebuilds it from the rows, as after a crash.
 */
export class ContractMemory {
  state: ContractState;
  facts: ContractFacts;
  readonly ledger: ContractLedger;
  readonly happened: Happened[] = [];
  reloads = 0;
  readonly #setup: MemorySetup;
  readonly #terms = new Map<number, ContractTerms>();
  readonly #deals = new Map<bigint, DealRow>();
  readonly #markets = new Map<number, StoredMarket>();
  readonly #nights: StoredNight[] = [];
  /** Refs of transfers, charges, nights and receipts: each exists once. */
  readonly #unique = new Set<string>();
  readonly #blocks: Ticks[] = [];
  /** Last block that the state has taken, and the last one committed. */
  #taken = 0;
  #cursor = 0;
  /** Runs that are not done; and those of them that are stored. */
  #pending = new Map<string, RunCommand>();
  #inbox = new Map<string, RunCommand>();
  #lastId = 0n;
  #reloadsLeft = 0;

  constructor(setup: MemorySetup) {
    this.#setup = setup;
    this.ledger = setup.ledger;
    this.facts = setup.facts;
    this.state = this.rebuilt();
  }

  /** Changes settings; positions keep their terms. */
  configure(facts: ContractFacts): void {
    this.facts = facts;
  }

  nextId = (): TimeOrderedId => {
    this.#lastId += 1n;
    return this.#lastId as TimeOrderedId; // Its time is not read here.
  };

  /** The state that a new leader would load. */
  rebuilt(): ContractState {
    const markets = this.#setup.markets.map((market) => newMarketState(market, this.#markets));
    const live = [...this.#deals.values()].filter(({ status }) => LIVE.includes(status)).reverse();
    const versions = new Set(live.map(({ terms }) => terms));
    const state: ContractState = {
      shard: { name: contractShard(MODE), mode: MODE },
      mode: MODE,
      chunk: this.#setup.chunk,
      markets: new Map(markets.map((at) => [at.market.id, at])),
      deals: new Map(),
      byUser: new Map(),
      terms: new Map([...this.#terms].filter(([version]) => versions.has(version))),
      pushNumbers: new PushNumbers(),
      newestBlockMs: 0,
      fundedMs: 0,
    };
    const [since = '9999-12-31'] = live.map((row) => restoreDeal(state, row)).sort();
    for (const night of this.#nightsSince(since)) restoreNight(state, night);
    const runs = [...this.#inbox.values()];
    const resumed = restoreRuns(state, runs);
    const first = Math.min(...runs.map(({ block }) => block));
    for (const { block: number, ...block } of this.#blocks)
      if (number >= first && number <= this.#cursor)
        for (const at of resumed) takeAgain(at, state, { ...block, number }, this.facts);
    for (const at of resumed) applyTicks(at, this.facts);
    return state;
  }

  /** Like the query: nights since a day, and the last one of each market. */
  #nightsSince(since: string): readonly StoredNight[] {
    const lastOf = new Map(this.#nights.map((night) => [night.market, night]));
    return this.#nights.filter((night) => night.day >= since || lastOf.get(night.market) === night);
  }

  /** Forgets everything that is not committed. */
  reload(): void {
    this.reloads += 1;
    this.state = this.rebuilt();
    this.#taken = this.#cursor;
    this.#pending = new Map(this.#inbox);
  }

  /** Seals ticks, and does what they trigger, with reloads on the way. Afterwards no tick waits. */
  seal(blocks: readonly Omit<Ticks, 'block' | 'inventories'>[]): void {
    const { whim } = this.#setup;
    this.#reloadsLeft = RELOADS_MAX;
    if (this.#isLost(4)) this.reload();
    this.#append(blocks);
    while (this.#taken < this.#blocks.length || this.#pending.size > 0) {
      this.#take(this.#pending.size === 0 ? 1 + whim(blocks.length) : whim(blocks.length + 1));
      if (this.#isLost(8)) this.reload(); // Before anything of it is committed.
      for (const [key, command] of this.#pending) this.#runPart(key, command);
    }
    if (whim(2) === 0) this.#cursor = this.#taken; // A block without effects moves it once a second.
  }

  #append(blocks: readonly Omit<Ticks, 'block' | 'inventories'>[]): void {
    for (const block of blocks) this.#blocks.push({ ...block, block: this.#blocks.length + 1, inventories: [] });
  }

  /** Seals ticks and takes them, and does nothing of what they trigger. */
  begin(blocks: readonly Omit<Ticks, 'block' | 'inventories'>[]): void {
    this.#append(blocks);
    this.#take(blocks.length);
  }

  /** Delivers the last blocks again, as a bus may. */
  sealAgain(): void {
    this.#add(takeTicks(this.state, this.#blocks.slice(-2), this.facts));
    assert(this.#pending.size === 0, 'a tick that was taken triggers nothing more');
  }

  #take(count: number): void {
    const blocks = this.#blocks.slice(this.#taken, this.#taken + count);
    this.#taken += blocks.length;
    if (blocks.length > 0) this.#add(takeTicks(this.state, blocks, this.facts));
  }

  #add(triggered: readonly Triggered<ContractCommand>[]): void {
    for (const { key, command } of triggered)
      if (command.name === 'contract.run' && !this.#pending.has(key)) this.#pending.set(key, command);
  }

  #runPart(key: string, command: RunCommand): void {
    const seq = this.state.markets.get(command.market)?.run?.tick.seq ?? 0;
    const outcome = this.#decide({ command, atMs: command.atMs });
    if (this.#isLost(8)) {
      this.reload(); // Decided, and rolled back.
      return;
    }
    if (outcome.kind !== 'done') return;
    if (outcome.continues !== true) this.#pending.delete(key);
    this.#commit(outcome, seq);
    if (outcome.continues === true && this.#isLost(4)) this.reload();
  }

  /** Whether the leader is lost now; sooner or later one stays. */
  #isLost(oneOf: number): boolean {
    if (this.#reloadsLeft === 0 || this.#setup.whim(oneOf) !== 0) return false;
    this.#reloadsLeft -= 1;
    return true;
  }

  /** Charges the nights of all markets, with reloads on the way if nothing else needs the state's prices. */
  charge({ canReload }: { readonly canReload: boolean }): void {
    this.#reloadsLeft = canReload ? RELOADS_MAX : 0;
    for (const id of [...this.state.markets.keys()])
      for (;;) {
        const at = expectDefined(this.state.markets.get(id), 'a market');
        const command = nextCharges(this.state, at);
        if (command === undefined) break;
        const outcome = this.#decide({ command, atMs: 0 });
        const isLost = this.#isLost(6);
        if (!isLost && outcome.kind === 'done') this.#commit(outcome);
        if (isLost || this.#isLost(6)) this.reload();
      }
  }

  /** Decides and commits a user's command. */
  execute(user: number, command: ContractCommand, atMs: number): Outcome<ContractRows> & { readonly id: bigint } {
    const id = this.nextId();
    const outcome = this.#decide({ command, atMs, userId: BigInt(user), id });
    if (outcome.kind === 'done') this.#commit(outcome);
    return { ...outcome, id };
  }

  #decide(given: Pick<Input<ContractCommand>, 'command' | 'atMs'> & { userId?: bigint; id?: bigint }) {
    const { whim, hasLocks } = this.#setup;
    const input = { userId: undefined, id: this.nextId(), arrivedMs: given.atMs - 1, key: 'a key', ...given };
    const { each, likelyAccounts } = needsOf(this.state, [input]);
    const visible = new Set([...each.flat(), ...likelyAccounts].map(nameOf));
    for (let tries = 0; ; tries += 1) {
      const isLocked = hasLocks === true && tries < FRESH_RETRIES ? whim(4) : undefined;
      const balances = {
        of: (account: Parameters<typeof nameOf>[0]) =>
          visible.has(nameOf(account)) && account.owner !== `user:${isLocked}`
            ? this.ledger.balanceOf(account)
            : undefined,
      };
      const outcome = decide(this.state, input, { balances, facts: this.facts, nextId: this.nextId });
      if (outcome.kind !== 'deferred') return outcome;
      assert(tries <= FRESH_RETRIES, 'a command that gets all its accounts is decided');
      for (const account of outcome.missingAccounts) visible.add(nameOf(account));
    }
  }

  #commit({ transfers, rows }: Extract<Outcome<ContractRows>, { kind: 'done' }>, seq = 0): void {
    for (const transfer of transfers) {
      this.#once(`transfer ${transfer.kind} ${transfer.ref}`);
      this.ledger.post(transfer);
    }
    for (const { version, value } of [this.facts.terms]) this.#terms.set(version, value);
    this.#note(rows, seq);
    for (const { deal } of rows.placed) this.#once(`deal ${deal.id}`);
    const isNew = new Set(rows.placed.map(({ deal }) => deal));
    for (const deal of rows.changed) assert(isNew.has(deal) || this.#deals.has(deal.id), 'a changed deal has a row');
    const charged = rows.charges.map(({ deal }) => deal);
    for (const deal of [...isNew, ...rows.changed, ...charged]) this.#deals.set(deal.id, toRow(deal));
    for (const { deal, day } of rows.charges) this.#once(`charge ${deal.id} ${day}`);
    for (const { market, night, chain } of rows.nights) {
      this.#once(`night ${market} ${night.day}`);
      this.#once(`place ${market} ${chain.place}`);
      this.#nights.push({ market, day: night.day, index: night.after, chain });
    }
    for (const { market, runSeq, runPrice, session, overnight } of rows.markets)
      if (session !== undefined && overnight.day !== undefined)
        this.#markets.set(market.id, {
          runSeq,
          runPrice,
          session,
          overnight: { day: overnight.day, index: overnight.index },
        });
    for (const { kind, id } of rows.receipts) this.#once(`receipt ${kind} ${id}`);
    this.#cursor = this.#taken;
    this.#inbox = new Map(this.#pending);
  }

  #once(name: string): void {
    assert(!this.#unique.has(name), `${name} exists once`);
    this.#unique.add(name);
  }

  /** Notes what a run did, in the words of the reference. */
  #note({ settlements, changed }: ContractRows, seq: number): void {
    for (const { deal, cause, tick } of settlements) {
      const word = cause === 'liquidation' && deal.status !== 'closed' ? 'reduced' : WORD_OF[cause];
      this.happened.push({ seq: tick.seq, deal: deal.id, word });
    }
    for (const deal of changed) {
      const before = this.#deals.get(deal.id)?.status;
      const note = (word: string) => this.happened.push({ seq, deal: deal.id, word });
      if (before === 'pending' && deal.status === 'open') note('filled');
      if (before === 'pending' && deal.status === 'cancelled' && deal.cause !== 'user') note(`${deal.cause}`);
      if (before === 'open' && deal.status === 'closing' && deal.trigger !== undefined) note(`${deal.cause}`);
    }
  }

  /** Rows of live deals, oldest first. */
  rows(): readonly DealRow[] {
    const live = [...this.#deals.values()].filter(({ status }) => LIVE.includes(status));
    return live.sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}

/** Returns everything of a state that decides what happens next, in a form that can be compared. */
export function describeState({ markets }: ContractState): unknown {
  return [...markets.values()].map((at) => ({
    deals: [...at.deals]
      .map(toRow)
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(plain),
    overnight: at.overnight,
    session: at.session,
    open: at.open,
    watched: at.triggers.size,
    closing: [...at.closing].map(({ id }) => id).sort(),
    series: [...at.series.values()].flatMap((deals) => [...deals].map(({ id }) => id)).sort(),
    counted: at.stress.count,
  }));
}

/** A row without the marks that indexes leave on a deal. */
const plain = (row: DealRow): unknown => ({ ...row, triggerSlot: 0, stressPass: 0 });
