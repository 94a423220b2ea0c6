import { CallRefused } from '@app/client/call';
import { compareWithIndex, type OrderRequest } from '@app/domain/spot';
import { notify } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '../../../data/account/orders.ts';
import { usePreferences } from '../../../data/app/preferences.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { sessionScope, useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { markOutcomeShown } from '../live/outcome-shown.ts';
import { baseText, stageOf } from '../orders/order-texts.ts';
import type { OrderForm } from './form-state.ts';
import { fieldOf } from './order-preview.ts';
import { usePlaceOrder } from './place-order.ts';
import type { OrderEntry } from './use-order-form.ts';

export type Submission = ReturnType<typeof useOrderSubmit>;

/**
 * Submits an order: reviews it unless the review is switched off and its price is near the market, sends it once, and reports the outcome on the current
 * screen.
 */
export function useOrderSubmit(market: MarketInfo, entry: OrderEntry) {
  const scope = useSessionScope();
  const preferences = usePreferences();
  const sheet = useSheet('review');
  const [request, setRequest] = useState<OrderRequest>();
  const notify = useOutcomeNotice(market);
  const isHere = useIsMounted(true); // The result must outlive its screen.
  // A ref, because a second press can arrive before the first one renders.
  const sentAs = useRef<OrderEntry['form']>(undefined);
  // Show no notification if another user signed in or the mode changed meanwhile.
  const isStillTheirs = () => sessionScope() === scope;
  const onDone = (order: Order) => {
    markOutcomeShown(order);
    entry.actions.placed(order);
    if ((!isHere.current || !sheet.isOpen) && isStillTheirs()) notify(order);
  };
  const showRefusal = useRefusalNotice();
  const onFailed = (failure: Error) => {
    sentAs.current = undefined;
    if (!isHere.current && failure instanceof CallRefused && isStillTheirs()) showRefusal(failure);
  };
  const { mutate, reset, data, error, isPending, isChecking } = usePlaceOrder(onDone, onFailed);
  const isUnknown = error !== null && !(error instanceof CallRefused);
  useRefusal({ error, reset, sheet, entry });
  useFreshStart(entry, isUnknown, reset);
  const send = (requested: OrderRequest) => mutate({ symbol: market.symbol, request: requested });
  return {
    sheet: { ...sheet, isOpen: sheet.isOpen && request !== undefined },
    request,
    order: data,
    isPending,
    isChecking,
    isUnknown,
    /** Handles the form's button once the order is ready. */
    press: (requested: OrderRequest) => {
      if (isPending || sentAs.current === entry.form) return;
      reset();
      setRequest(requested);
      if (mustReview(requested, entry) || wantsReview(scope, requested.kind, preferences)) sheet.open();
      else {
        sentAs.current = entry.form;
        send(requested);
      }
    },
    /** Sends the same request again, so it stays the same order. */
    send: () => request && send(request),
    mute: () => request && muteReview(scope, request.kind),
  };
}

/** Reports whether an order is reviewed whatever the user has switched off: its price is far worse than the market. */
export const mustReview = (request: OrderRequest, { orderContext }: Pick<OrderEntry, 'orderContext'>): boolean =>
  request.kind === 'limit' &&
  orderContext !== undefined &&
  compareWithIndex(request, orderContext)?.needsReview === true;

type Refused = {
  error: Error | null;
  reset: () => void;
  sheet: ReturnType<typeof useSheet>;
  entry: OrderEntry;
};

/**
 * Shows a refusal with the server's text at the field it concerns; if the review is closed, shows a notification too.
 */
function useRefusal({ error, reset, sheet, entry }: Refused) {
  const notify = useRefusalNotice();
  useEffect(() => {
    if (!(error instanceof CallRefused)) return;
    entry.actions.refuse({ field: fieldOf(error.code, entry.form), message: error.message });
    reset();
    if (sheet.isOpen) sheet.close();
    else notify(error);
  });
}

/** Drops an unknown outcome when the form changes, because the form then describes another order. */
function useFreshStart({ form }: OrderEntry, isUnknown: boolean, reset: () => void) {
  const before = useRef(form);
  useEffect(() => {
    if (before.current !== form && isUnknown) reset();
    before.current = form;
  }, [form, isUnknown, reset]);
}

/** Returns a ref to the flag for callbacks that run late; it becomes false on unmount. */
export function useIsMounted(isSo: boolean) {
  const now = useRef(isSo);
  useEffect(() => {
    now.current = isSo;
    return () => {
      now.current = false;
    };
  }, [isSo]);
  return now;
}

type Kind = OrderForm['kind'];

/** Muted reviews, kept until the tab closes, per user and mode: the choice applies to that user only. */
const muted = new Set<string>();
const nameOf = (scope: string, kind: Kind) => `${scope} ${kind}`;

/** Applies "Don’t show again in this session" to orders of one kind. */
export const muteReview = (scope: string, kind: Kind): void => void muted.add(nameOf(scope, kind));

type Wanted = { readonly confirmSpotLimit: boolean; readonly confirmSpotMarket: boolean };

/** Reports whether an order is reviewed before it is sent. */
export const wantsReview = (scope: string, kind: Kind, { confirmSpotLimit, confirmSpotMarket }: Wanted): boolean =>
  (kind === 'limit' ? confirmSpotLimit : confirmSpotMarket) && !muted.has(nameOf(scope, kind));

export const ORDERS_PATH = '/pages/transaction/currency_order';
const KINDS = { waiting: 'plain', filling: 'warn', filled: 'ok', cut: 'warn', cancelled: 'warn' } as const;

/** Returns a function that shows an order's outcome as a notice, for a user who has left its review. */
export function useOutcomeNotice(market: MarketInfo): (order: Order) => void {
  const text = useText();
  const navigate = useNavigate();
  return (order) =>
    notify({
      id: `order ${order.id}`,
      kind: KINDS[stageOf(order)],
      text: messageOf(order, market, text),
      action: { label: text('spot.review.orders'), run: () => void navigate(ORDERS_PATH) },
    });
}

/** Returns a function that shows why an order was refused, in the server's text. */
export function useRefusalNotice(): (refused: CallRefused) => void {
  const text = useText();
  return ({ message }) =>
    notify({ id: 'order refused', kind: 'error', text: text('spot.review.refused', { reason: message }) });
}

function messageOf(order: Order, market: MarketInfo, text: Text): string {
  const stage = stageOf(order);
  if (stage === 'waiting' || stage === 'cancelled') return text(`spot.orders.${stage}.title`);
  const amount = baseText(order.filled, market);
  if (stage === 'filled' || order.amount === null) return text(`spot.orders.done.${order.type}`, { amount });
  return text(`spot.orders.part.${order.type}`, { amount, size: baseText(order.amount, market) });
}
