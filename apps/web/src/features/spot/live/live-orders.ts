import { expectDefined } from '@app/base';
import { createUnresolvedCalls, isAwaited, openPendingCalls, type PendingCall } from '@app/client/call';
import { findPlaced, placeOrder } from '@app/protocol/spot';
import { momentText, type Notice, notify, tick } from '@app/ui';
import type { QueryClient } from '@tanstack/react-query';
import type { Order } from '../../../data/account/orders.ts';
import { notePractised } from '../../../data/account/practised.ts';
import { usePreferences } from '../../../data/app/preferences.ts';
import { loadTexts, type Text, textIn } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { type MarketInfo, marketsQuery } from '../../../data/market/markets.ts';
import { storage } from '../../../lib/storage.ts';
import { averageText, baseText, shareText, sizeText, stageOf, statusText } from '../orders/order-texts.ts';
import { createFillNotices } from './fill-notices.ts';
import { orderChannel } from './order-updates.ts';
import { markOutcomeShown } from './outcome-shown.ts';

const openedAt = performance.timeOrigin;
/** Ignores a notice that fails, for lack of texts or of the market's name: the lists show the same. */
const quietly = (notifying: Promise<void>) => void notifying.catch(() => undefined);

/** Reports whether a call places an order. Placing and cancelling share one path; only placing has an amount. */
const isPlacing = ({ path, body }: Pick<PendingCall, 'path' | 'body'>) =>
  path === placeOrder.path && new URLSearchParams(body).has(AMOUNT_FIELD);
const AMOUNT_FIELD = 'amount';

/**
 * Follows the user's orders as long as the connection lasts: writes them to the query cache, and shows notices for
 * changes not on screen.
 */
export function liveOrders(queryClient: QueryClient, scope: string, refreshBalances: () => void) {
  const pending = openPendingCalls(storage);
  let isOver = false;
  const session = { queryClient, isOver: () => isOver };
  const notices = createFillNotices({
    notify: (order) => quietly(notifyFill(session, order)),
    isAwaiting: () => isAwaited(pending.list(), isPlacing, scope, Date.now()),
  });
  const left = createUnresolvedCalls<Order>({
    scope,
    openedAt,
    pending,
    isPlacing,
    now: Date.now,
    find: async (key) => (await call(findPlaced, { key })).order,
    notifyPlaced: (order) => notifyPlaced(session, order),
    notifyNotPlaced: (placing) => notifyNotPlaced(session, placing),
  });
  const orders = orderChannel({ queryClient, scope, refreshBalances, onFilled: onFilled(scope, notices.add) });
  const refresh = () => {
    orders.refresh();
    void left.check();
  };
  const end = () => {
    isOver = true;
    for (const part of [orders, notices, left]) part.end();
  };
  return { ...orders, refresh, end };
}

export type LiveOrders = ReturnType<typeof liveOrders>;

/** A trade in demo mode counts as practice, with or without the guide. */
const onFilled = (scope: string, notify: (order: Order) => void) => (order: Order) => {
  const [user, book] = scope.split(':');
  if (user !== undefined && book === 'demo') notePractised(user);
  notify(order);
};

/** The session that owns the orders; another user may be logged in by the time texts have loaded. */
type Session = { readonly queryClient: QueryClient; readonly isOver: () => boolean };

const noticeId = ({ id }: Order) => `order ${id}`;

/** Shows a fill notice as a card over whatever is open; screen readers announce it politely. */
async function notifyFill(session: Session, order: Order): Promise<void> {
  const [text, market] = await Promise.all([spotTexts(), marketOf(session, order)]);
  stopIfOver(session);
  markOutcomeShown(order);
  tick();
  notify({ id: noticeId(order), kind: 'ok', text: fillText(order, market, text), action: wayTo(order, text) });
}

function fillText(order: Order, market: MarketInfo, text: Text): string {
  const stage = stageOf(order);
  const params = { amount: baseText(order.filled, market), price: averageText(order, market) };
  if (stage === 'filling') return text(`spot.fills.${order.type}.filling`, { ...params, share: shareText(order) });
  return text(`spot.fills.${order.type}.${stage === 'cut' ? 'cut' : 'filled'}`, params);
}

/** Shows that an order of an earlier visit was placed. */
async function notifyPlaced(session: Session, order: Order): Promise<void> {
  const [text, market] = await Promise.all([spotTexts(), marketOf(session, order)]);
  stopIfOver(session);
  markOutcomeShown(order);
  const what = { side: text(`spot.${order.type}`), pair: order.symbol, amount: sizeText(order, market) };
  const message = text('spot.pending.placed', { ...what, status: statusText(order, text) });
  notify({ id: noticeId(order), kind: 'ok', text: message, action: wayTo(order, text) });
}

/** Shows that an order of an earlier visit was not placed. */
async function notifyNotPlaced(session: Session, { key, at }: PendingCall): Promise<void> {
  const text = await spotTexts();
  stopIfOver(session);
  notify({
    id: `order ${key}`,
    kind: 'warn',
    text: text('spot.pending.not_placed', { time: timeText(at, Date.now()) }),
  });
}

/** Throws if the session ended, so that an unshown notice does not count as shown. */
function stopIfOver({ isOver }: Session): void {
  if (isOver()) throw new Error('whose order it was is no longer here');
}

/** Formats the time, without the day if it is today. */
function timeText(ms: number, nowMs: number): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const then = momentText(ms, zone, nowMs);
  const now = momentText(nowMs, zone, nowMs);
  const [day, hour] = then.split(' ');
  return hour !== undefined && now.startsWith(`${day} `) ? hour : then;
}

/** Loads the texts, because notices appear on any screen, which may have loaded others. */
async function spotTexts(): Promise<Text> {
  const { language } = usePreferences.getState();
  await loadTexts(['spot'], language);
  return (key, params) => textIn(language, key, params);
}

async function marketOf({ queryClient }: Session, { symbol }: Order): Promise<MarketInfo> {
  const { list } = await queryClient.ensureQueryData(marketsQuery);
  return expectDefined(
    list.find((market) => market.symbol === symbol),
    'the market of an own order',
  );
}

const ORDERS = '/pages/transaction/currency_order';
const wayTo = ({ status, symbol }: Order, text: Text): NonNullable<Notice['action']> => ({
  label: text('spot.fills.view'),
  run: () => {
    const tab = status === 'open' ? 'open' : 'history';
    location.hash = `${ORDERS}?${new URLSearchParams({ tab, symbol })}`;
  },
});
