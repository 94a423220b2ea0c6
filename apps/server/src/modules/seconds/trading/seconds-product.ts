import { expectDefined } from '@app/base';
import type { AccountName } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import { subtract } from '@app/money';
import { betsSettled, toOutbox } from '@app/protocol/events';
import type {
  BusMessage,
  EngineProduct,
  Input,
  Outcome,
  RequiredAccounts,
  Triggered,
} from '../../../engine/product.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { pipelined } from '../../../platform/db/transact.ts';
import type { Ledger } from '../../ledger/index.ts';
import { addDayResults } from '../../limits/index.ts';
import { readMarkets } from '../../market/index.ts';
import { issueReceipts } from '../../proof/index.ts';
import { MalformedSetting, type Settings } from '../../reference/index.ts';
import { toWireBet } from '../wire-bet.ts';
import { type DecisionContext, ownAccount, platformAccounts, toWire } from './bets.ts';
import { laneOf, readCommand, type SecondsCommand } from './commands.ts';
import { expireBets, expiryAccounts, isDueByClock } from './expire-bets.ts';
import { fundAccounts, fundDemo, isFundingDue } from './fund-demo.ts';
import { loadState, openPlatform, readBets } from './load-state.ts';
import { cancelBet, placeBet } from './place-bet.ts';
import { runAccounts, runMarket } from './run-market.ts';
import * as store from './seconds.store.ts';
import { readConfig, readFacts, type SecondsFacts } from './seconds-facts.ts';
import type { OpenBet, SecondsRows, SecondsState } from './seconds-state.ts';
import { runsOf, takeTicks } from './take-ticks.ts';

/** Types of the product. */
type SecondsTypes = {
  readonly State: SecondsState;
  readonly Command: SecondsCommand;
  readonly Facts: SecondsFacts;
  readonly Rows: SecondsRows;
};

export type SecondsProduct = EngineProduct<SecondsTypes>;

/** Creates the product of seconds options: bets on the sealed index price, settled at the ticks that they determine. */
export async function createSecondsProduct(deps: {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** Whether real money may trade at the scripted prices of a local venue: in development only. */
  readonly allowsLocalPrices: boolean;
}): Promise<SecondsProduct> {
  const { db, ledger } = deps;
  let markets: readonly Market[] = await readMarkets(db);
  let config = await readConfig(deps, markets);
  return {
    refresh: async () => {
      try {
        markets = await readMarkets(db);
        config = await readConfig(deps, markets);
      } catch (error) {
        // Rules that cannot be read might say stop. A database that cannot be reached says nothing new.
        if (error instanceof MalformedSetting) config = { ...config, isOn: false };
        throw error;
      }
    },
    prepare: (shard) => openPlatform(db, ledger, shard),
    load: (reader, shard, from) => loadState(reader, shard, from, config),
    applyRefresh: (state) => refreshMarkets(state, markets),
    readCommand,
    laneOf,
    needsEveryTick: ({ bets }) => bets.size > 0,
    onTicks: (state, blocks) => takeTicks(state, blocks, config),
    dueCommands,
    mustWait,
    requiredAccounts,
    readFacts: (tx, state, inputs) => readFacts(tx, { state, config, ledger }, inputs),
    decide,
    weightOf: ({ placed, changed, settlements }) => placed.length + changed.length + 2 * settlements.length,
    write: writeRows,
    events: eventsOf,
    replayAnswers,
    privateUpdates,
    marketDataUpdates: () => [],
  };
}

/** Takes over what changed about markets. A market listed again is there after the next load. */
function refreshMarkets(state: SecondsState, markets: readonly Market[]): void {
  for (const market of markets) {
    const at = state.markets.get(market.id);
    if (at !== undefined) at.market = market;
  }
}

/** Only runs are stored: a reloaded state finds the others again in its rows. */
export function dueCommands(state: SecondsState, nowMs: number): ReturnType<SecondsProduct['dueCommands']> {
  const due: Triggered<SecondsCommand>[] = [];
  if (isFundingDue(state, nowMs)) due.push({ command: { name: 'fund' }, key: 'fund' });
  for (const at of state.markets.values()) {
    due.push(...runsOf(at));
    const { id: market } = at.market;
    if (at.overdue.length > 0 || isDueByClock(at, nowMs))
      due.push({ command: { name: 'expire', market }, key: `expire:${market}` });
  }
  return { commands: due, nextMs: undefined };
}

/** Longest time that a bet waits for the first price that a new leader sees; a feed that is silent must not stop it. */
const FIRST_TICK_MS_MAX = 1_000;

/** A bet waits for a block from after its arrival, while its leader has seen no price of the market. */
function mustWait(state: SecondsState, command: SecondsCommand, arrivedMs: number): boolean {
  if (command.name !== 'seconds.bet') return false;
  const at = state.markets.get(command.market);
  if (at === undefined || at.newest !== undefined) return false;
  return state.newest.atMs <= arrivedMs && Date.now() - arrivedMs < FIRST_TICK_MS_MAX;
}

/** Returns the accounts a batch will touch: its users' own, and those of the bets that end. */
export function requiredAccounts(state: SecondsState, inputs: readonly Input<SecondsCommand>[]): RequiredAccounts {
  const likelyAccounts = new Map<string, AccountName>();
  const add = (accounts: readonly AccountName[]) => {
    for (const account of accounts) likelyAccounts.set(`${account.owner}|${account.kind}`, account);
  };
  const each = inputs.map(({ command, userId }): readonly AccountName[] => {
    if (command.name === 'seconds.run') add(runAccounts(state, state.markets.get(command.market)));
    else if (command.name === 'expire') add(expiryAccounts(state, state.markets.get(command.market)));
    else if (command.name === 'fund') add(fundAccounts(state));
    if (command.name !== 'seconds.bet' || userId === undefined) return [];
    add([platformAccounts(state).result]);
    return [ownAccount(userId)];
  });
  return { each, likelyAccounts: [...likelyAccounts.values()] };
}

/** Decides any command. */
export function decide(
  state: SecondsState,
  input: Input<SecondsCommand>,
  context: DecisionContext,
): Outcome<SecondsRows> {
  const { command } = input;
  if (command.name === 'seconds.run') return runMarket(state, { ...input, command }, context);
  if (command.name === 'expire') return expireBets(state, { ...input, command }, context);
  if (command.name === 'fund') return fundDemo(state, { ...input, command }, context);
  const userId = expectDefined(input.userId, 'who asks');
  return command.name === 'seconds.bet'
    ? placeBet(state, { ...input, command, userId }, context)
    : cancelBet(state, { ...input, command, userId });
}

async function writeRows(tx: Tx, { mode }: SecondsState, rows: readonly SecondsRows[]): Promise<void> {
  const placed = rows.flatMap((it) => it.placed);
  const isNew = new Set(placed.map(({ bet }) => bet));
  const changed = new Set(rows.flatMap((it) => it.changed).filter((bet) => !isNew.has(bet)));
  const settlements = rows.flatMap((it) => it.settlements);
  const results = settlements.flatMap(({ bet: { userId, bet }, end }) => {
    const result = subtract(end.returned, bet.stake);
    return result === 0n ? [] : [{ userId, mode, product: 'seconds' as const, atMs: end.atMs, result }];
  });
  await pipelined([
    store.insertBets(tx, mode, placed),
    store.updateBets(tx, [...changed]),
    store.insertSettlements(tx, mode, settlements),
    store.addToChains(tx, mode, settlements),
    issueReceipts(
      tx,
      rows.flatMap((it) => it.receipts),
    ),
    addDayResults(tx, results),
  ]);
}

/** Returns one event for all bets that ended in a batch. */
const eventsOf: SecondsProduct['events'] = ({ mode }, rows) => {
  const settlements = rows.flatMap((it) => it.settlements);
  if (settlements.length === 0) return [];
  const bets = settlements.map(({ bet: { id, userId, bet }, end }) => ({
    id,
    settlement: end.id,
    user: userId,
    market: bet.market,
    side: bet.side,
    outcome: end.outcome,
    stake: bet.stake,
    returned: end.returned,
    currency: bet.currency,
  }));
  return [toOutbox(betsSettled, { book: mode, bets })];
};

/** Resolves records to their bets: a replay returns the bet's current state. */
const replayAnswers: SecondsProduct['replayAnswers'] = async (tx, { markets, currencyId }, records) => {
  const ids = records.flatMap((record) => betIn(record) ?? []);
  const bets = new Map((await readBets(tx, ids)).map((bet) => [bet.id, bet]));
  return records.map((record) => {
    const id = betIn(record);
    if (id === undefined) return record;
    const bet = expectDefined(bets.get(id), 'the bet of a record');
    const { symbol } = expectDefined(markets.get(bet.bet.market), 'its market').market;
    return toWireBet(bet, { symbol, currencyId });
  });
};

function betIn(record: unknown): bigint | undefined {
  const isOne = typeof record === 'object' && record !== null && 'bet' in record;
  return isOne ? BigInt(String(record.bet)) : undefined;
}

/** Returns each user's changed bets, once, in their current state. */
function privateUpdates(state: SecondsState, rows: readonly SecondsRows[]): readonly BusMessage[] {
  const bets = new Set<OpenBet>(rows.flatMap(({ placed, changed }) => [...placed.map(({ bet }) => bet), ...changed]));
  const byUser = Map.groupBy(bets, ({ userId }) => userId);
  return [...byUser].map(([userId, own]) => ({
    subject: `push.${userId}.${state.mode}`,
    message: {
      channel: 'bets',
      ...state.pushNumbers.next(userId),
      data: { bets: own.map((bet) => toWire(bet, state)) },
    },
  }));
}
