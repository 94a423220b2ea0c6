import { noticeWritten, toOutbox } from '@app/protocol/events';
import type { Tx } from '../../platform/database.ts';
import { publish } from '../../platform/outbox.ts';
import type { NextId } from '../../platform/writer.ts';
import { insertNotice, type NewNotice } from './notice.store.ts';

/**
 * Writes a notice in the transaction that makes it true: both commit, or neither. Sockets are notified after the
 * commit.
 */
export async function writeNotice(tx: Tx, nextId: NextId, notice: NewNotice): Promise<void> {
  const id = nextId();
  await insertNotice(tx, { id, ...notice });
  await publish(tx, nextId, [toOutbox(noticeWritten, { id, userId: notice.userId })]);
}
