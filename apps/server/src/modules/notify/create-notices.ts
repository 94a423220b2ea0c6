import { formatDecimal } from '@app/money';
import type { CoinsEvent } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { OutboxEvent } from '../../platform/db/outbox.ts';
import type { Consumer } from '../../platform/db/outbox-consumer.ts';
import type { NextId } from '../../platform/db/writer.ts';
import type { NewNotice } from './notice.store.ts';
import { writeNotices } from './notices.ts';

type Coins = {
  /** What the events are about: also the name of its id in a notice. */
  readonly subject: 'claim' | 'deposit' | 'withdrawal' | 'payout';
  readonly kinds: readonly (readonly [CoinsEvent, NewNotice['kind']])[];
};

/** Creates the outbox consumer that notifies users of coins that came or left: notice and cursor move in one transaction. */
export const createCoinNotices = (nextId: NextId, coins: Coins): Consumer => ({
  name: `${coins.subject}.notices`,
  startAt: 'now',
  handle: async (tx, events) => {
    const notices = await Promise.all(events.map((event) => noticeOf(event, coins)));
    const written = notices.flatMap((notice) => notice ?? []);
    if (written.length > 0) await writeNotices(tx, nextId, written);
  },
});

async function noticeOf({ topic, payload }: OutboxEvent, { subject, kinds }: Coins): Promise<NewNotice | undefined> {
  const found = kinds.find(([event]) => event.topic === topic);
  if (found === undefined) return undefined;
  const [{ schema }, kind] = found;
  const { id, userId, currency, amount } = await z.decodeAsync(schema, payload as never); // Checked here.
  const params = { mode: 'real', [subject]: String(id), currency, amount: formatDecimal(amount) };
  return { userId, kind, subject: id, params };
}
