import type { OrderRequest } from '@app/domain/spot';
import { useEffect, useRef, useState } from 'react';
import { CallRefused } from '../../../shared/call-refused.ts';
import type { MarketInfo } from '../../../shared/markets.ts';
import type { Order } from '../../../shared/orders.ts';
import { usePreferences } from '../../../shared/preferences.ts';
import { sessionScope, useSessionScope } from '../../../shared/session.ts';
import { useSheet } from '../../../shared/use-sheet.ts';
import { usePlaceOrder } from '../api/place-order.ts';
import { fieldOf } from '../model/order-preview.ts';
import { markOutcomeShown } from '../model/outcome-shown.ts';
import { muteReview, wantsReview } from '../model/review-mute.ts';
import { useOutcomeNotice, useRefusalNotice } from './outcome-notice.ts';
import { useIsMounted } from './use-is-still.ts';
import type { OrderEntry } from './use-order-form.ts';

export type Submission = ReturnType<typeof useOrderSubmit>;

/** The way of an order from the button to its end: shown once more unless that was switched off, sent once, told where one is. */
export function useOrderSubmit(market: MarketInfo, entry: OrderEntry) {
  const scope = useSessionScope();
  const preferences = usePreferences();
  const sheet = useSheet('review');
  const [request, setRequest] = useState<OrderRequest>();
  const notify = useOutcomeNotice(market);
  const isHere = useIsMounted(true); // A result must not be lost with its screen.
  // By reference: a second press comes before the first is drawn.
  const sentAs = useRef<OrderEntry['form']>(undefined);
  // Whoever took the phone meanwhile, or looks into the other book, is not told.
  const isStillTheirs = () => sessionScope() === scope;
  const onDone = (order: Order) => {
    markOutcomeShown(order);
    entry.actions.placed();
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
    /** The button of the form, of an order that is ready. */
    press: (requested: OrderRequest) => {
      if (isPending || sentAs.current === entry.form) return;
      reset();
      setRequest(requested);
      if (wantsReview(scope, requested.kind, preferences)) sheet.open();
      else {
        sentAs.current = entry.form;
        send(requested);
      }
    },
    /** The same words again, and so the same order. */
    send: () => request && send(request),
    mute: () => request && muteReview(scope, request.kind),
  };
}

type Refused = {
  error: Error | null;
  reset: () => void;
  sheet: ReturnType<typeof useSheet>;
  entry: OrderEntry;
};

/** What the server refused is said at the field it is about, in its own words; whoever closed the review is told, too. */
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

/** Whoever changes the form asks for something else: the open question is no longer the form's. */
function useFreshStart({ form }: OrderEntry, isUnknown: boolean, reset: () => void) {
  const before = useRef(form);
  useEffect(() => {
    if (before.current !== form && isUnknown) reset();
    before.current = form;
  }, [form, isUnknown, reset]);
}
