import { expectDefined } from '@app/base';
import type { Settlement } from '@app/domain/contract';
import type { Market } from '@app/domain/market';
import { type Amount, negate, subtract, sum } from '@app/money';
import { contractSettled, toOutbox } from '@app/protocol/events';
import type { EngineProduct, Input, Outcome, Triggered } from '../../../engine/product.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { pipelined } from '../../../platform/db/transact.ts';
import type { Ledger } from '../../ledger/index.ts';
import { addDayResults } from '../../limits/index.ts';
import { readMarkets } from '../../market/index.ts';
import { issueReceipts } from '../../proof/index.ts';
import { MalformedSetting, type Settings } from '../../reference/index.ts';
import { toWireDeal } from '../wire-deal.ts';
import {
  addDealMargin,
  cancelAllDeals,
  cancelDeal,
  closeAllDeals,
  closeDeal,
  removeDealMargin,
  setStops,
} from './change-deals.ts';
import { chargeNights, nextCharges } from './charge-nights.ts';
import { type ContractCommand, laneOf, readCommand } from './commands.ts';
import * as store from './contract.store.ts';
import { type ContractFacts, readConfig, readFacts } from './contract-facts.ts';
import { readDeals } from './contract-load.store.ts';
import type { ContractMarketState, ContractRows, ContractState, Deal } from './contract-state.ts';
import { dealUpdates } from './deal-updates.ts';
import type { DecisionContext } from './deals.ts';
import { fundDemo, isFundingDue } from './fund-demo.ts';
import { loadState, openPlatform } from './load-state.ts';
import { mustWaitForTick, tickFor } from './market-price.ts';
import { openDeal } from './open-deal.ts';
import { needsOf } from './required-accounts.ts';
import { reverseDeal } from './reverse-deal.ts';
import { runMarket } from './run-market.ts';
import { runsOf, takeTicks } from './take-ticks.ts';

/** Types of the contract product. */
type ContractTypes = {
  readonly State: ContractState;
  readonly Command: ContractCommand;
  readonly Facts: ContractFacts;
  readonly Rows: ContractRows;
};

export type ContractProduct = EngineProduct<ContractTypes>;

/** Creates the contract product of the engine: positions against the platform at the sealed index price. */
export async function createContractProduct(deps: {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** Whether real money may trade at the scripted prices of a local venue: in development only. */
  readonly allowsLocalPrices: boolean;
}): Promise<ContractProduct> {
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
    needsEveryTick: () => true, // Also without deals: a night has the first tick of its day, and a session counts its ticks.
    onTicks: (state, blocks) => takeTicks(state, blocks, config),
    dueCommands,
    mustWait,
    requiredAccounts: needsOf,
    readFacts: (tx, state, inputs) => readFacts(tx, { state, config }, inputs),
    decide,
    refusalOfLate,
    weightOf: ({ placed, changed, settlements, charges }) =>
      placed.length + changed.length + 2 * settlements.length + charges.length,
    write: writeRows,
    events: eventsOf,
    replayAnswers,
    privateUpdates: dealUpdates,
    marketDataUpdates: () => [],
  };
}

/** Takes over what changed about markets. A market listed again is there after the next load. */
function refreshMarkets(state: ContractState, markets: readonly Market[]): void {
  for (const market of markets) {
    const at = state.markets.get(market.id);
    if (at === undefined || at.market.products === market.products) continue;
    const { multiplier, baseId, quoteId } = at.market;
    at.market = { ...market, multiplier, baseId, quoteId };
  }
}

/** Only runs are stored: a reloaded state finds the others again in its rows. */
function dueCommands(state: ContractState, nowMs: number): ReturnType<ContractProduct['dueCommands']> {
  const due: Triggered<ContractCommand>[] = [];
  const markets = [...state.markets.values()];
  if (isFundingDue(state, nowMs)) due.push({ command: { name: 'fund' }, key: 'fund' });
  for (const at of markets) {
    due.push(...runsOf(at));
    const command = nextCharges(state, at);
    if (command !== undefined) due.push({ command, key: `charge:${at.market.id}` });
  }
  return { commands: due, nextMs: undefined };
}

/**
 * A command waits for a tick from after its arrival, if it needs one, and for a run that is about to change its position:
 * what a price has triggered comes before what a user does after it.
 */
function mustWait(state: ContractState, command: ContractCommand, arrivedMs: number): boolean {
  const market = marketOfTick(state, command);
  const hasNoTick = market !== undefined && mustWaitForTick(state, market, arrivedMs);
  if (command.name === 'contract.open') return hasNoTick;
  if (command.name === 'contract.closeAll' || command.name === 'contract.cancelAll')
    return mustWaitForBlock(state, arrivedMs);
  if (!('id' in command)) return false;
  const deal = state.deals.get(command.id);
  if (deal === undefined) return false;
  if (isInRun(deal) || isBehind(deal.at, arrivedMs) || mustWaitForBlock(state, arrivedMs)) return true;
  return hasNoTick;
}

/** A command that needed a tick and found none was not late: there was no live price. */
function refusalOfLate(
  state: ContractState,
  { command, arrivedMs, atMs }: Input<ContractCommand>,
  facts: ContractFacts,
): 'no_live_price' | 'too_late' {
  const at = marketOfTick(state, command);
  return at !== undefined && tickFor(at, facts, { arrivedMs, atMs }) === undefined ? 'no_live_price' : 'too_late';
}

/** Returns the market whose tick decides a command; undefined for one that needs no tick. */
function marketOfTick(state: ContractState, command: ContractCommand): ContractMarketState | undefined {
  if (command.name === 'contract.open') return state.markets.get(command.market);
  const needsTick = command.name === 'contract.reverse' || command.name === 'contract.removeMargin';
  return needsTick ? state.deals.get(command.id)?.at : undefined;
}

/** Longest time that a change waits for a block from after its arrival; a feed that is silent must not stop it. */
const BLOCK_MS_MAX = 1_000;

/** Whether a block that was sealed before a change arrived may not be known yet: what it triggers comes first. */
const mustWaitForBlock = ({ newestBlockMs }: ContractState, arrivedMs: number): boolean =>
  newestBlockMs <= arrivedMs && Date.now() - arrivedMs < BLOCK_MS_MAX;

/** Whether a tick waits that was sealed before a change arrived. */
const isBehind = ({ waiting }: ContractMarketState, arrivedMs: number): boolean =>
  (waiting[0]?.sealedMs ?? Number.POSITIVE_INFINITY) <= arrivedMs;

const isInRun = (deal: Deal): boolean => deal.at.run?.deals.has(deal) === true;

/** Decides any command. */
export function decide(
  state: ContractState,
  input: Input<ContractCommand>,
  context: DecisionContext,
): Outcome<ContractRows> {
  const { command } = input;
  if (command.name === 'contract.run') return runMarket(state, { ...input, command }, context);
  if (command.name === 'charge') return chargeNights(state, { ...input, command }, context);
  if (command.name === 'fund') return fundDemo(state, { ...input, command }, context);
  const byUser = { ...input, userId: expectDefined(input.userId, 'who asks') };
  const own = 'id' in command ? [state.deals.get(command.id)] : [...(state.byUser.get(byUser.userId) ?? [])];
  const isAll = command.name === 'contract.closeAll' || command.name === 'contract.cancelAll';
  if (
    ('id' in command || isAll) &&
    own.some((deal) => deal !== undefined && (isInRun(deal) || isBehind(deal.at, input.arrivedMs)))
  )
    return { kind: 'waiting' };
  switch (command.name) {
    case 'contract.open':
      return openDeal(state, { ...byUser, command }, context);
    case 'contract.close':
      return closeDeal(state, { ...byUser, command }, context);
    case 'contract.closeAll':
      return closeAllDeals(state, { ...byUser, command }, context);
    case 'contract.reverse':
      return reverseDeal(state, { ...byUser, command }, context);
    case 'contract.setStops':
      return setStops(state, { ...byUser, command }, context);
    case 'contract.cancel':
      return cancelDeal(state, { ...byUser, command }, context);
    case 'contract.cancelAll':
      return cancelAllDeals(state, byUser, context);
    case 'contract.addMargin':
      return addDealMargin(state, { ...byUser, command }, context);
    case 'contract.removeMargin':
      return removeDealMargin(state, { ...byUser, command }, context);
  }
}

async function writeRows(tx: Tx, { mode }: ContractState, rows: readonly ContractRows[]): Promise<void> {
  const placed = rows.flatMap((it) => it.placed);
  const isNew = new Set(placed.map(({ deal }) => deal));
  const changed = new Set(rows.flatMap((it) => it.changed).filter((deal) => !isNew.has(deal)));
  const charges = rows.flatMap((it) => it.charges);
  const charged = new Set(charges.map(({ deal }) => deal).filter((deal) => !isNew.has(deal) && !changed.has(deal)));
  const settlements = rows.flatMap((it) => it.settlements);
  const results = [
    ...settlements.map(({ deal: { userId }, settlement, atMs }) => ({ userId, atMs, result: netOf(settlement) })),
    ...rows.flatMap((it) => it.fees).map(({ userId, fee, atMs }) => ({ userId, atMs, result: negate(fee) })),
  ].map((it) => ({ ...it, mode, product: 'contract' as const }));
  await pipelined([
    store.insertDeals(tx, mode, placed),
    store.updateDeals(tx, [...changed]),
    store.updateCharged(tx, [...charged]),
    store.insertSettlements(tx, mode, settlements),
    store.insertCharges(tx, mode, charges),
    store.insertNights(
      tx,
      mode,
      rows.flatMap((it) => it.nights),
    ),
    store.upsertMarkets(
      tx,
      mode,
      rows.flatMap((it) => it.markets),
    ),
    issueReceipts(
      tx,
      rows.flatMap((it) => it.receipts),
    ),
    addDayResults(tx, results),
  ]);
}

/** Returns what a settlement won or lost for the user, fees included. A shortfall is no loss of theirs. */
function netOf({ result, overnight, overnightReturned, fee, liquidationFee, shortfall }: Settlement): Amount {
  return subtract(sum([result, overnightReturned, shortfall]), sum([overnight, fee, liquidationFee]));
}

/** Returns one event for the settlements of a whole batch. */
const eventsOf: ContractProduct['events'] = ({ mode }, rows) => {
  const settlements = rows.flatMap((it) => it.settlements);
  if (settlements.length === 0) return [];
  const parts = settlements.map(({ id, deal, cause, part, settlement }) => ({
    id,
    position: deal.id,
    user: deal.userId,
    market: deal.at.market.id,
    side: part.side,
    cause,
    lots: settlement.lots,
    price: settlement.price,
    result: settlement.result,
    returned: settlement.returned,
  }));
  return [toOutbox(contractSettled, { book: mode, settlements: parts })];
};

/** Resolves records to their deals: a replay returns the deal's current state. */
const replayAnswers: ContractProduct['replayAnswers'] = async (tx, { markets }, records) => {
  const ids = records.flatMap((record) => dealIn(record) ?? []);
  const deals = new Map((await readDeals(tx, ids)).map((deal) => [deal.id, deal]));
  return records.map((record) => {
    const id = dealIn(record);
    if (id === undefined) return record;
    const deal = expectDefined(deals.get(id), 'the deal of a record');
    return toWireDeal(deal, expectDefined(markets.get(deal.market), 'its market').market);
  });
};

function dealIn(record: unknown): bigint | undefined {
  const isOne = typeof record === 'object' && record !== null && 'deal' in record;
  return isOne ? BigInt(String(record.deal)) : undefined;
}
