import type { BusMessage } from '../../../engine/product.ts';
import type { ContractRows, ContractState, Deal } from './contract-state.ts';
import { toWire } from './stored-deal.ts';

/** Returns each user's changed deals, once, in their current state. */
export function dealUpdates(
  { mode, pushNumbers }: ContractState,
  rows: readonly ContractRows[],
): readonly BusMessage[] {
  const deals = new Set<Deal>(
    rows.flatMap(({ placed, changed, charges }) => [...[...placed, ...charges].map(({ deal }) => deal), ...changed]),
  );
  const byUser = Map.groupBy(deals, ({ userId }) => userId);
  return [...byUser].map(([userId, own]) => ({
    subject: `push.${userId}.${mode}`,
    message: { channel: 'deals', ...pushNumbers.next(userId), data: { deals: own.map(toWire) } },
  }));
}
