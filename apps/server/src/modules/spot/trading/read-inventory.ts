import { spotShard } from '@app/domain/spot';
import { encodeCommand, readInventoryCommand } from '@app/protocol/engine';
import { insertInbox } from '../../../engine/engine.store.ts';
import type { Input, Outcome } from '../../../engine/product.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import { type DecisionContext, ladderAccounts, missingOf } from './spot-locks.ts';
import { NO_ROWS, type ReadInventoryCommand, type SpotRows, type SpotState } from './spot-state.ts';
import { NOTHING } from './sweep-orders.ts';

/**
 * Makes the engine read the house's real-money inventory of a market again, in the transaction that moves it: the
 * engine otherwise changes it itself and never looks.
 */
export async function requestInventoryRead(tx: Tx, nextId: NextId, market: number): Promise<void> {
  const command = encodeCommand(readInventoryCommand, { market });
  await insertInbox(tx, spotShard('real'), [{ id: nextId(), command }]);
}

/** Takes the inventory from the locked accounts. The quotes used the old one, so the next tick builds new ones. */
export function readInventory(
  state: SpotState,
  { command }: Input<ReadInventoryCommand>,
  { balances }: DecisionContext,
): Outcome<SpotRows> {
  const marketState = state.markets.get(command.market);
  if (marketState === undefined) return NOTHING;
  const accounts = ladderAccounts(marketState);
  const base = balances.of(accounts.base);
  const quote = balances.of(accounts.quote);
  if (base === undefined || quote === undefined)
    return { kind: 'deferred', missingAccounts: missingOf(balances, [accounts.base, accounts.quote]) };
  marketState.inventory = { base: base.available, quote: quote.available };
  marketState.ladder = undefined;
  marketState.isChanged = true;
  return { kind: 'done', answer: null, record: null, transfers: [], rows: NO_ROWS };
}
