import { expectDefined } from '@app/base';
import type { SettlementCause } from '@app/domain/contract';
import { type NoticeKind, notifySettings } from '@app/domain/notify';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import { formatDecimal } from '@app/money';
import { contractSettled } from '@app/protocol/events';
import * as z from 'zod/mini';
import type { OutboxEvent } from '../../platform/db/outbox.ts';
import type { Consumer } from '../../platform/db/outbox-consumer.ts';
import type { NextId } from '../../platform/db/writer.ts';
import { readMarkets } from '../market/index.ts';
import { capTradeNotices, type NewNotice, writeNotices } from '../notify/index.ts';
import type { Settings } from '../reference/index.ts';

type Deps = { readonly settings: Settings; readonly nextId: NextId };

/** What a user is told of: ends that came without them. */
const KINDS: Partial<Readonly<Record<SettlementCause, NoticeKind>>> = {
  liquidation: 'position_liquidated',
  stop: 'position_stopped',
  profit: 'position_profit',
  delivery: 'position_delivered',
};

/**
 * Creates the outbox consumer that notifies users of positions that ended without them. Notices and cursor move in one
 * transaction, so each end has one notice. Every liquidation has its own, however many there are.
 */
export const createSettlementNotices = ({ settings, nextId }: Deps): Consumer => ({
  name: 'contract.notices',
  startAt: 'now',
  handle: async (tx, events) => {
    const settlements = await readSettlements(events);
    if (settlements.length === 0) return;
    const symbols = new Map((await readMarkets(tx)).map(({ id, symbol }) => [id, symbol]));
    const { value: perDay } = await settings.read(notifySettings.tradeNoticesPerDay);
    const notices = settlements.map((it) => noticeOf(it, expectDefined(symbols.get(it.market), 'its market')));
    const isForced = ({ kind }: NewNotice) => kind === 'position_liquidated';
    const others = notices.filter((notice) => !isForced(notice));
    const capped = await capTradeNotices(tx, others, { perDay, nowMs: Date.now() });
    await writeNotices(tx, nextId, [...notices.filter(isForced), ...capped]);
  },
});

type Settled = z.output<typeof contractSettled.schema>;
type Named = Settled['settlements'][number] & { readonly mode: Settled['book']; readonly kind: NoticeKind };

async function readSettlements(events: readonly OutboxEvent[]): Promise<readonly Named[]> {
  const settled = events.filter(({ topic }) => topic === contractSettled.topic);
  const batches = await Promise.all(
    settled.map(({ payload }) => z.decodeAsync(contractSettled.schema, payload as never)), // Checked here.
  );
  return batches.flatMap(({ book, settlements }) =>
    settlements.flatMap((it) => {
      const kind = KINDS[it.cause];
      return kind === undefined ? [] : [{ ...it, mode: book, kind }];
    }),
  );
}

const noticeOf = (it: Named, symbol: string): NewNotice => ({
  userId: it.user,
  kind: it.kind,
  subject: it.id,
  params: {
    mode: it.mode,
    position: String(it.position),
    symbol,
    side: it.side,
    lots: formatDecimal(it.lots),
    price: formatDecimal(it.price),
    result: formatDecimal(it.result),
    returned: formatDecimal(it.returned),
    currency: WORTH_CURRENCY,
  },
});
