import { formatDecimal } from '@app/money';
import { walletChanged } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { OutboxEvent } from '../../platform/db/outbox.ts';
import type { Consumer } from '../../platform/db/outbox-consumer.ts';
import type { NextId } from '../../platform/db/writer.ts';
import { type NewNotice, writeNotices } from '../notify/index.ts';

/**
 * Creates the outbox consumer that writes a notice of every transfer between a user's own accounts, once: notice and cursor
 * move in one transaction, and a transfer is the subject of one notice.
 */
export const createTransferNotices = (nextId: NextId): Consumer => ({
  name: 'wallet.notices',
  startAt: 'now',
  handle: async (tx, events) => {
    const notices = await readNotices(events);
    if (notices.length > 0) await writeNotices(tx, nextId, notices);
  },
});

async function readNotices(events: readonly OutboxEvent[]): Promise<readonly NewNotice[]> {
  const changed = events.filter(({ topic }) => topic === walletChanged.topic);
  const changes = await Promise.all(changed.map(({ payload }) => z.parseAsync(walletChanged.schema, payload)));
  return changes.map(({ id, userId, book: mode, from, to, currency, amount }) => ({
    userId,
    kind: 'transfer',
    subject: id,
    params: { mode, transfer: String(id), from, to, currency, amount: formatDecimal(amount) },
  }));
}
