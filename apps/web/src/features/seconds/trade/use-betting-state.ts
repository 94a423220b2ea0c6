import { isVisitor } from '@app/client/session';
import { isWithinAge, type PriceState, priceStateOf } from '@app/domain/market';
import { sum, ZERO } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import { useMemo } from 'react';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuoteState } from '../../../data/market/use-quote-state.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { bettingStateOf } from './betting-state.ts';
import type { BetEntry } from './use-bet-form.ts';

/** What the form needs to know of the price: its state, not the price itself. */
type PriceFacts = {
  readonly price: PriceState['kind'];
  readonly isKnown: boolean;
  readonly isStale: boolean;
  readonly isSimulated: boolean;
};

type Moment = { readonly nowMs: number; readonly standstillMs: number | undefined };

/** Judges a price for bets, which need a younger one than other products. */
export const priceFactsOf = (freshMs: number) => ({
  judge: (quote: QuoteShown | undefined, moment: Moment): PriceFacts => ({
    price: priceStateOf(quote, moment).kind,
    isKnown: quote !== undefined,
    isStale: quote !== undefined && !isWithinAge(moment.nowMs - quote.at, freshMs),
    isSimulated: quote?.simulated === true,
  }),
  isSame: (a: PriceFacts, b: PriceFacts) =>
    a.price === b.price && a.isKnown === b.isKnown && a.isStale === b.isStale && a.isSimulated === b.isSimulated,
});

/** Returns whether bets are taken now, and where more money is. Renders when that changes, not at every price. */
export function useBettingState({ symbol, hours }: MarketInfo, entry: BetEntry) {
  const { inForce, caps, available, balances = [] } = entry;
  const isOffline = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  const judge = useMemo(() => priceFactsOf(inForce.freshMs), [inForce.freshMs]);
  const facts = useQuoteState(symbol, judge);
  const isDemo = entry.mode === 'demo';
  const elsewhere = sum(
    balances
      .filter(({ currency, account }) => currency === caps.currency && account !== 'seconds')
      .map((it) => it.available),
  );
  const state = bettingStateOf({
    isVisitor: isVisitor(useSessionScope()),
    isOffline,
    hasLoadError: entry.retry !== undefined,
    hasFigures: available !== undefined && facts.isKnown,
    available: available ?? ZERO,
    price: facts.price,
    isStale: facts.isStale,
    isRunning: inForce.markets.get(symbol) ?? false,
    hours,
    nowMs: serverNow(),
    isSimulated: !isDemo && facts.isSimulated,
    isDemo,
    stakeMin: caps.stakeMin,
    elsewhere,
  });
  return { state, isDemo, hasMoreElsewhere: elsewhere > 0n };
}
