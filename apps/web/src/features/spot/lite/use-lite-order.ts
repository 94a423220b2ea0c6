import { CallRefused } from '@app/client/call';
import { useState } from 'react';
import type { Order } from '../../../data/account/orders.ts';
import { usePreferences } from '../../../data/app/preferences.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { sessionScope, useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { markOutcomeShown } from '../live/outcome-shown.ts';
import { usePlaceOrder } from '../trade/place-order.ts';
import { useIsMounted, useOutcomeNotice, useRefusalNotice } from '../trade/use-order-submit.ts';
import { liteBeginOf } from './lite-begin.ts';
import { withoutShare } from './lite-form.ts';
import type { MarketOrderRequest } from './lite-request.ts';
import type { Lite } from './use-lite.ts';

/** Drives one sheet from review to receipt: sends the request that was reviewed, even if prices have moved since. */
export function useLiteOrder({ market, form, preview, change, clear }: Lite) {
  const sheet = useSheet('lite-review');
  const needsReview = usePreferences((preferences) => preferences.confirmSpotMarket);
  const [reviewed, setReviewed] = useState<MarketOrderRequest>();
  const [confirmed, setConfirmed] = useState(form);
  const elsewhere = useOutcomeElsewhere(market, sheet.isOpen);
  const onDone = (placed: Order) => {
    clear();
    elsewhere.notifyPlaced(placed);
  };
  const { mutate, reset, ...placing } = usePlaceOrder(onDone, elsewhere.notifyFailed);
  const isUnknown = placing.error !== null && !(placing.error instanceof CallRefused) && !placing.isPending;
  const place = (request: MarketOrderRequest) =>
    mutate({ symbol: market.symbol, request }, { onError: (error) => error instanceof CallRefused && sheet.close() });
  return {
    sheet,
    needsReview,
    reviewed,
    placing,
    isUnknown,
    refusal: placing.error instanceof CallRefused ? placing.error.message : undefined,
    begin: () => {
      const begun = liteBeginOf({ isPending: placing.isPending, isUnknown, preview });
      if (begun.kind !== 'nothing') sheet.open();
      if (begun.kind !== 'review') return;
      reset();
      setReviewed(begun.request);
      setConfirmed(form);
      if (!needsReview) place(begun.request);
    },
    place: () => reviewed && place(reviewed),
    /** Resets a refused or unknown outcome, because the changed form is a different order. */
    startAfresh: () => placing.error !== null && !placing.isPending && reset(),
    again: () => {
      change(withoutShare(confirmed));
      sheet.close();
    },
  };
}

export type LiteOrder = ReturnType<typeof useLiteOrder>;

/**
 * Shows a notification when the sheet or page has closed, so the result is not lost; only in the session that sent the
 * order.
 */
function useOutcomeElsewhere(market: MarketInfo, isOpen: boolean) {
  const notify = useOutcomeNotice(market);
  const showRefusal = useRefusalNotice();
  const scope = useSessionScope();
  const isShown = useIsMounted(isOpen);
  const isHere = useIsMounted(true);
  return {
    notifyPlaced: (order: Order) => {
      markOutcomeShown(order);
      if (!isShown.current && sessionScope() === scope) notify(order);
    },
    notifyFailed: (error: Error) => {
      if (isHere.current || !(error instanceof CallRefused) || sessionScope() !== scope) return;
      showRefusal(error);
    },
  };
}
