import { expectDefined } from '@app/base';
import { notifySettings } from '@app/domain/notify';
import { formatDecimal } from '@app/money';
import { betsSettled } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { OutboxEvent } from '../../platform/db/outbox.ts';
import type { Consumer } from '../../platform/db/outbox-consumer.ts';
import type { NextId } from '../../platform/db/writer.ts';
import { readMarkets } from '../market/index.ts';
import { capTradeNotices, type NewNotice, writeNotices } from '../notify/index.ts';
import type { Settings } from '../reference/index.ts';

type Deps = { readonly settings: Settings; readonly nextId: NextId };

/**
 * Creates the outbox consumer that notifies users of void bets. Every other end is what its user asked for and watches; a
 * notice of each would only call them back. Notices and cursor move in one transaction.
 */
export const createVoidNotices = ({ settings, nextId }: Deps): Consumer => ({
  name: 'seconds.notices',
  startAt: 'now',
  handle: async (tx, events) => {
    const bets = await readVoidBets(events);
    if (bets.length === 0) return;
    const symbols = new Map((await readMarkets(tx)).map(({ id, symbol }) => [id, symbol]));
    const { value: perDay } = await settings.read(notifySettings.tradeNoticesPerDay);
    const notices = bets.map((it) => noticeOf(it, expectDefined(symbols.get(it.market), 'its market')));
    await writeNotices(tx, nextId, await capTradeNotices(tx, notices, { perDay, nowMs: Date.now() }));
  },
});

type Settled = z.output<typeof betsSettled.schema>;
type Ended = Settled['bets'][number] & { readonly mode: Settled['book'] };

async function readVoidBets(events: readonly OutboxEvent[]): Promise<readonly Ended[]> {
  const settled = events.filter(({ topic }) => topic === betsSettled.topic);
  const batches = await Promise.all(
    settled.map(({ payload }) => z.decodeAsync(betsSettled.schema, payload as never)), // Checked here.
  );
  return batches.flatMap(({ book, bets }) =>
    bets.flatMap((it) => (it.outcome === 'void' ? [{ ...it, mode: book }] : [])),
  );
}

const noticeOf = (it: Ended, symbol: string): NewNotice => ({
  userId: it.user,
  kind: 'bet_void',
  subject: it.settlement,
  params: {
    mode: it.mode,
    bet: String(it.id),
    symbol,
    side: it.side,
    stake: formatDecimal(it.stake),
    returned: formatDecimal(it.returned),
    currency: it.currency,
  },
});
