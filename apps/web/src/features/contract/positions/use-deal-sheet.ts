import { useCallback, useEffect, useRef, useState } from 'react';
import { type Deal, useOpenDeals } from '../../../data/account/deals.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

/** What a sheet shows about a position or an order. */
export type DealView = 'position' | 'more' | 'margin' | 'reverse' | 'stops' | 'cancel' | 'share';

type Shown = { readonly deal: Deal; readonly view: DealView };
export type DealSheetTarget = ReturnType<typeof useDealSheet>;

/** Kept at module level, so that navigating back to the page reopens the same sheet. */
const shownByPlace = new Map<string, Shown>();

/** Returns the deal selected in a list, as it is now, and the sheet that shows it; the back button closes the sheet. */
export function useDealSheet() {
  const sheet = useSheet('deal');
  const place = useSessionScope();
  const [shown, setShown] = useState(() => (sheet.isOpen ? shownByPlace.get(place) : undefined));
  const open = useOpenDeals().data;
  const keep = (next: Shown) => {
    shownByPlace.set(place, next);
    setShown(next);
  };
  const showNow = (deal: Deal, view: DealView) => {
    keep({ deal, view });
    sheet.open();
  };
  // The same function at every render: rows that take it render only when their deal changes.
  const latest = useRef(showNow);
  useEffect(() => {
    latest.current = showNow;
  });
  const show = useCallback((deal: Deal, view: DealView) => latest.current(deal, view), []);
  return {
    view: shown?.view,
    /** As it was when it was opened, if it is over now. */
    deal: open?.find(({ id }) => id === shown?.deal.id) ?? shown?.deal,
    isOver: shown !== undefined && open !== undefined && !open.some(({ id }) => id === shown.deal.id),
    isOpen: sheet.isOpen && shown !== undefined,
    close: sheet.close,
    show,
    /** Shows another view of the same deal in the open sheet. */
    turnTo: (view: DealView) => shown !== undefined && keep({ ...shown, view }),
  };
}
