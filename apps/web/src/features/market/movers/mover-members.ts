import { useQuery } from '@tanstack/react-query';
import { type RefCallback, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type MarketInfo, marketsQuery } from '../../../data/market/markets.ts';
import { quotes } from '../../../data/market/quotes.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { MOVERS_SHOWN, type MoverTab, moversOf } from './movers.ts';

/** Interval at which the members of the list are recomputed; prices in the rows stay live meanwhile. */
const RECOUNT_MS = 10_000;
/** After this long without any price, rows are shown in default order, since they still link to their charts. */
const PATIENCE_MS = 5_000;

type Members = {
  /** Undefined until markets and prices have loaded. */
  readonly members: readonly MarketInfo[] | undefined;
  /** Ref for the element around the rows: while a pointer or the focus is inside, rows are not reordered. */
  readonly area: RefCallback<HTMLElement>;
};

const NONE: readonly MarketInfo[] = [];

/** Returns the members of a tab. Does not suspend, so that the header can use it too; the row list reports failures. */
export function useMembers(tab: MoverTab): Members {
  const markets = useQuery(marketsQuery).data?.list ?? NONE;
  const [seen, setSeen] = useState(quotes.all);
  const [isLate, setLate] = useState(false);
  const isHeld = useRef(false);
  useEffect(() => {
    const recount = oncePer(RECOUNT_MS, Date.now);
    const patience = setTimeout(() => setLate(true), PATIENCE_MS);
    const stop = quotes.listenToAll(() => {
      if (!isHeld.current) recount(() => setSeen(quotes.all()));
    });
    return () => {
      clearTimeout(patience);
      stop();
    };
  }, []);
  const counted = useMemo(() => moversOf(tab, markets, seen), [tab, markets, seen]);
  const area = useCallback((element: HTMLElement) => watchTouch(element, isHeld), []);
  if (markets === NONE) return { members: undefined, area };
  if (seen.size > 0) return { members: counted, area };
  return { members: isLate ? markets.slice(0, MOVERS_SHOWN) : undefined, area };
}

const TOUCHES = { pointerenter: true, pointerleave: false, focusin: true, focusout: false } as const;

function watchTouch(element: HTMLElement, isHeld: { current: boolean }): () => void {
  const watches = Object.entries(TOUCHES).map(([event, isTouched]) => {
    const note = () => {
      isHeld.current = isTouched;
    };
    element.addEventListener(event, note);
    return () => element.removeEventListener(event, note);
  });
  return () => {
    for (const stop of watches) stop();
    isHeld.current = false;
  };
}
