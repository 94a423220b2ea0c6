import type { QuoteShown } from '@app/protocol/socket';
import { useEffect, useState } from 'react';
import { serverNow } from '../call/server-clock.ts';
import { quotes } from './quotes.ts';
import { standstillAt } from './use-quotes.ts';

const LOOK_EVERY_MS = 500;

type Moment = { readonly nowMs: number; readonly standstillMs: number | undefined };
type Judge<State> = {
  readonly judge: (quote: QuoteShown | undefined, moment: Moment) => State;
  readonly isSame: (before: State, after: State) => boolean;
};

const momentNow = (): Moment => ({
  nowMs: serverNow(),
  standstillMs: standstillAt(quotes.receivedAt(), performance.now()),
});

/**
 * Returns the display state of a market's price, which also depends on time; renders again only when the state changes.
 */
export function useQuoteState<State>(symbol: string, { judge, isSame }: Judge<State>): State {
  const [state, setState] = useState(() => judge(quotes.quoteOf(symbol), momentNow()));
  useEffect(() => {
    let shown: { readonly state: State } | undefined; // Asked at every price: React hears of changes only.
    const look = () => {
      const next = judge(quotes.quoteOf(symbol), momentNow());
      if (shown !== undefined && isSame(shown.state, next)) return;
      shown = { state: next };
      setState((before) => (isSame(before, next) ? before : next));
    };
    look();
    const stop = quotes.listenTo(symbol, look);
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [symbol, judge, isSame]);
  return state;
}
