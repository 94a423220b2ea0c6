import { type AccountName, type Entry, move, type Transfer, worldAccount } from '@app/domain/ledger';
import { ladderAccount } from '@app/domain/spot';
import type { Side, SweepFill } from '@app/matching';
import { type Amount, add, divide, floorTo, ZERO } from '@app/money';
import type { Input, Outcome } from '../../../engine/product.ts';
import { receiptOf, takeFrom } from './ladder.ts';
import { settleFill } from './settle-fill.ts';
import type { FundCommand, SweepCommand } from './spot-commands.ts';
import { freshLadder } from './spot-facts.ts';
import { houseAccounts, missingOf, ownAccounts, type World } from './spot-locks.ts';
import { type FillRow, NO_ROWS, type SpotRows } from './spot-rows.ts';
import type { SpotMarketState, SpotOrder, SpotState } from './spot-state.ts';

const NOTHING: Outcome<SpotRows> = { kind: 'refused', code: 'nothing_offered' };

/** The price came to orders that rest: the house takes them at their own price, as anybody would who came now. */
export function sweepOrders(state: SpotState, input: Input<SweepCommand>, world: World): Outcome<SpotRows> {
  const at = state.markets.get(input.command.market);
  const ladder = at && freshLadder(at, input.atMs, world.facts.rules);
  if (at === undefined || ladder === undefined) return NOTHING;
  const house = missingOf(world.balances, houseAccounts(state, at));
  if (house.length > 0) return { kind: 'deferred', wants: house };
  const [transfers, fills, receipts]: [Transfer[], FillRow[], SpotRows['receipts'][number][]] = [[], [], []];
  for (const side of ['sell', 'buy'] as const) {
    const levels = side === 'sell' ? ladder.asks : ladder.bids;
    const meetings = lockedOf(at, at.book.planSweep(side, levels), world);
    at.book.applySweep(meetings, levels);
    for (const { maker, price, lots } of meetings) {
      const meeting = { fillId: world.nextId(), atMs: input.atMs, taker: undefined, maker, price, lots };
      const { row, transfer } = settleFill(state, at, meeting);
      transfers.push(transfer);
      fills.push(row);
      receipts.push(receiptOf(ladder, row, takeFrom(ladder, side, lots)));
    }
  }
  if (fills.length === 0) return NOTHING;
  at.isChanged = true;
  const changed = fills.flatMap(({ maker }) => maker ?? []);
  return { kind: 'done', answer: null, record: null, transfers, rows: { ...NO_ROWS, changed, fills, receipts } };
}

/** Up to the first one that somebody else holds: who stands behind it must not come first. The next tick goes on. */
function lockedOf(at: SpotMarketState, fills: readonly SweepFill<SpotOrder>[], { balances }: World) {
  const busy = fills.findIndex(({ maker }) => missingOf(balances, ownAccounts(maker.owner, at)).length > 0);
  return busy < 0 ? fills : fills.slice(0, busy);
}

export const sweepAccounts = (at: SpotMarketState): readonly AccountName[] =>
  (['sell', 'buy'] as const).flatMap((side) =>
    meetingsOf(at, side).flatMap(({ maker }) => ownAccounts(maker.owner, at)),
  );

const meetingsOf = ({ book, ladder }: SpotMarketState, side: Side) =>
  ladder === undefined ? [] : book.planSweep(side, side === 'sell' ? ladder.asks : ladder.bids);

/** Demo money for a demo house, once per market, at the first price it has. */
export function fundLadder(state: SpotState, input: Input<FundCommand>, world: World): Outcome<SpotRows> {
  const at = state.markets.get(input.command.market);
  if (at === undefined || at.isFunded || at.tick === undefined || state.book !== 'demo') return NOTHING;
  const { market, tick } = at;
  const wants = missingOf(world.balances, fundAccounts(at));
  if (wants.length > 0) return { kind: 'deferred', wants };
  const quote = world.facts.demoFunding;
  const base = floorTo<Amount>(divide(quote, tick.price, 'down'), market.lot);
  const pay = (currency: string, amount: Amount): readonly Entry[] =>
    amount === ZERO ? [] : move(amount, demoHouse(currency), ladderAccount(market.id, currency));
  const entries = [...pay(market.base, base), ...pay(market.quote, quote)];
  const ref = `${state.book}:${market.id}:1`;
  at.isFunded = true;
  at.inventory = { base: add(at.inventory.base, base), quote: add(at.inventory.quote, quote) };
  const transfers = [{ kind: 'spot.ladder.funding', ref, book: state.book, entries }];
  return { kind: 'done', answer: null, record: null, transfers, rows: NO_ROWS };
}

/** Where the demo house's money comes from. */
export const demoHouse = (currency: string): AccountName => worldAccount('demo-house', currency);

export const fundAccounts = ({ market }: SpotMarketState): readonly AccountName[] =>
  [market.base, market.quote].flatMap((currency) => [demoHouse(currency), ladderAccount(market.id, currency)]);
