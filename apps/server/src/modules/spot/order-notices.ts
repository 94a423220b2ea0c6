import { expectDefined } from '@app/base';
import type { Market } from '@app/domain/market';
import { notifySettings } from '@app/domain/notify';
import { averagePrice, orderNotice } from '@app/domain/spot';
import { formatDecimal, ZERO } from '@app/money';
import { fillsSettled } from '@app/protocol/events';
import { id } from '@app/protocol/fields';
import * as z from 'zod/mini';
import type { OutboxEvent } from '../../platform/db/outbox.ts';
import type { Consumer } from '../../platform/db/outbox-consumer.ts';
import type { NextId } from '../../platform/db/writer.ts';
import { readMarkets } from '../market/index.ts';
import { capTradeNotices, type NewNotice, writeNotices } from '../notify/index.ts';
import type { Settings } from '../reference/index.ts';
import { type EndedOrder, findEnded } from './order-notice.store.ts';

type Deps = { readonly settings: Settings; readonly nextId: NextId };

/**
 * Creates the outbox consumer that notifies users of orders that ended without them: one notice per order, not per fill.
 * It reads what the engine has committed, so an order costs nothing more. Notices and cursor move in one transaction, and
 * an order that several events name gets one notice.
 */
export const createOrderNotices = ({ settings, nextId }: Deps): Consumer => ({
  name: 'spot.notices',
  startAt: 'now',
  handle: async (tx, events) => {
    const fills = await readFillIds(events);
    if (fills.length === 0) return;
    const ended = (await findEnded(tx, fills)).filter((order) => orderNotice(order) !== undefined);
    if (ended.length === 0) return;
    const markets = new Map((await readMarkets(tx)).map((market) => [market.id, market]));
    const { value: perDay } = await settings.read(notifySettings.tradeNoticesPerDay);
    const notices = ended.map((order) => noticeOf(order, expectDefined(markets.get(order.market), 'its market')));
    await writeNotices(tx, nextId, await capTradeNotices(tx, notices, { perDay, nowMs: Date.now() }));
  },
});

/** The only field this consumer needs; the event has many fills. */
const settledIds = z.object({ fills: z.array(z.object({ id })) });

async function readFillIds(events: readonly OutboxEvent[]): Promise<readonly bigint[]> {
  const settled = events.filter(({ topic }) => topic === fillsSettled.topic);
  const batches = await Promise.all(settled.map(({ payload }) => z.parseAsync(settledIds, payload)));
  return batches.flatMap(({ fills }) => fills.map((fill) => fill.id));
}

function noticeOf(order: EndedOrder, { base, quote, symbol }: Market): NewNotice {
  const { id: orderId, user_id: userId, book: mode, side, filled, cost, reason } = order;
  const price = filled === ZERO ? {} : { price: formatDecimal(averagePrice(cost, filled)) };
  const params = { mode, order: String(orderId), symbol, side, base, quote, quantity: formatDecimal(filled), ...price };
  const kind = expectDefined(orderNotice(order), 'a kind');
  return { userId, kind, subject: orderId, params: reason === undefined ? params : { ...params, reason } };
}
