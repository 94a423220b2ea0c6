import { useEffect, useState } from 'react';
import { quotes } from '../../../shared/quotes.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { useStandstill } from '../../../shared/use-quotes.ts';
import { type PriceState, priceStateOf } from '../model/chart-price-state.ts';

const LOOK_EVERY_MS = 500;
const LIVE: PriceState = { kind: 'live' };

const isSame = (a: PriceState, b: PriceState) =>
  a.kind === b.kind && (a.kind !== 'paused' || b.kind !== 'paused' || a.forMs === b.forMs);

/** Whether the price of a market lives; drawn again only when the words about it change. */
export function usePriceState(symbol: string): PriceState {
  const standstillMs = useStandstill();
  const [state, setState] = useState(LIVE);
  useEffect(() => {
    const look = () => {
      const next = priceStateOf(quotes.quoteOf(symbol), { nowMs: serverNow(), standstillMs });
      setState((before) => (isSame(before, next) ? before : next));
    };
    look();
    const stop = quotes.listenTo(symbol, look);
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [symbol, standstillMs]);
  return state;
}
