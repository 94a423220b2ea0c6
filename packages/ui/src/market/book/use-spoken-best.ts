import { type Price, showPrice } from '@app/money';
import { type RefObject, useEffect } from 'react';
import type { BookLabels, BookSource } from './book-source.ts';
import { createPaintPace } from './paint-pace.ts';

/** Updates for screen readers and braille displays are limited to this rate. */
const TIMES_A_SECOND = 0.2;
const UNKNOWN = '—';

type Best = { readonly source: BookSource; readonly precision: number } & Pick<BookLabels, 'bid' | 'ask'>;

/** Writes the best bid and ask into an element, bypassing React. */
export function useSpokenBest(container: RefObject<HTMLElement | null>, { source, precision, bid, ask }: Best): void {
  useEffect(() => {
    const write = (price: Price | undefined) => (price === undefined ? UNKNOWN : showPrice(price, precision));
    const pace = createPaintPace(TIMES_A_SECOND, () => {
      const levels = source.read();
      if (container.current === null || levels === undefined) return false;
      container.current.textContent = `${bid} ${write(levels.bids[0]?.[0])}, ${ask} ${write(levels.asks[0]?.[0])}`;
      return true;
    });
    const stop = source.listen(pace.trigger);
    pace.trigger();
    return () => {
      stop();
      pace.stop();
    };
  }, [container, source, precision, bid, ask]);
}
