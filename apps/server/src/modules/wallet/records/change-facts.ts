import { type Amount, add, negate, ZERO } from '@app/money';
import type { HistoryTransfer } from '../../ledger/index.ts';
import { findChanges, type PostedChangeKey } from '../wallet.store.ts';
import type { FactsReader } from './list-records.ts';

/** Names the transfer between own accounts behind a record, by which its receipt is found. */
export const changeFacts: FactsReader = {
  kinds: ['wallet.change'],
  read: async (tx, recipient, transfers) => {
    const found = await findChanges(tx, recipient, transfers.flatMap(keyOf));
    return new Map([...found].map(([transfer, id]) => [transfer, { of: 'change', change_id: id }] as const));
  },
};

function keyOf({ id, entries }: HistoryTransfer): PostedChangeKey[] {
  const changes = entries.map((it) => ({ ...it, amount: add(it.available, it.frozen) satisfies Amount }));
  const from = changes.find(({ amount }) => amount < ZERO);
  const to = changes.find(({ amount }) => amount > ZERO);
  if (from === undefined || to === undefined) return [];
  return [{ transfer: id, from: from.account, to: to.account, currency: from.currency, amount: negate(from.amount) }];
}
