import {
  contractMarketOf,
  figuresOf,
  type LiveFigures,
  liveFiguresOf,
  nowOf,
  type OpenDeal,
  type PositionFigures,
  positionOf,
} from '@app/client/contract';
import type { ContractNow, ContractTerms, Position } from '@app/domain/contract';
import type { PriceState } from '@app/domain/market';
import { priceStateOf } from '@app/domain/market';
import { useMemo } from 'react';
import type { Deal } from '../../../data/account/deals.ts';
import { useSeenQuote } from '../../../data/market/calm-quotes.ts';
import { useMarketsSoFar } from '../../../data/market/markets.ts';
import { useQuoteState } from '../../../data/market/use-quote-state.ts';
import type { MarketRules } from '../terms/rules-query.ts';
import { placesOf } from './deal-texts.ts';

/** A position with what its figures depend on besides the price. Lists pass it down, so that only figures follow prices. */
export type Held = {
  readonly deal: OpenDeal;
  readonly rules: MarketRules | undefined;
  readonly position: Position | undefined;
  /** Margin left, fees so far and the price that liquidates it, which nights change and prices do not. */
  readonly costs: Pick<PositionFigures, 'margin' | 'fees' | 'liquidation'> | undefined;
};

/** Joins a deal with its market's rules and its terms. */
export function useHeld(deal: OpenDeal, rules: MarketRules | undefined, terms: ContractTerms | undefined): Held {
  return useMemo(() => {
    if (rules === undefined || terms === undefined) return { deal, rules, position: undefined, costs: undefined };
    const position = positionOf(deal, contractMarketOf(rules), terms);
    const { margin, fees, liquidation } = figuresOf(position, nowOf(position.entry, rules));
    return { deal, rules, position, costs: { margin, fees, liquidation } };
  }, [deal, rules, terms]);
}

/** Returns the price of now with its nights; renders at every price while it is on screen. */
export function useNow({ deal, rules }: Pick<Held, 'deal' | 'rules'>): ContractNow | undefined {
  const index = useSeenQuote(deal.symbol)?.price;
  return useMemo(() => (index === undefined || rules === undefined ? undefined : nowOf(index, rules)), [index, rules]);
}

/** Returns a position's figures at the price of now; renders at every price, so it belongs into the smallest component. */
export function useLiveFigures(held: Held): (LiveFigures & { readonly now: ContractNow }) | undefined {
  const now = useNow(held);
  const { position, costs } = held;
  return useMemo(() => {
    if (position === undefined || costs === undefined || now === undefined) return undefined;
    return { ...liveFiguresOf(position, costs.liquidation, now), now };
  }, [position, costs, now]);
}

/** Returns all figures of one position, also those that lists leave out; renders at every price. */
export function useFullFigures(held: Held): (PositionFigures & { readonly now: ContractNow }) | undefined {
  const now = useNow(held);
  const { position } = held;
  return useMemo(
    () => (position === undefined || now === undefined ? undefined : { ...figuresOf(position, now), now }),
    [position, now],
  );
}

/** Returns the places of a market's prices. */
export function usePrecision({ symbol }: Pick<Deal, 'symbol'>, rules: MarketRules | undefined): number {
  const listed = useMarketsSoFar().find((market) => market.symbol === symbol)?.precision;
  return listed ?? (rules === undefined ? 2 : placesOf(rules.price_tick));
}

/** Whether a market's price can be acted on: live, possibly old, or of a closed market. */
export type PriceUse = 'live' | 'old' | 'shut';

const USES = { live: 'live', paused: 'old', halted: 'old', closed: 'shut' } as const satisfies Record<
  PriceState['kind'],
  PriceUse
>;
const JUDGE = {
  judge: (...given: Parameters<typeof priceStateOf>): PriceUse => USES[priceStateOf(...given).kind],
  isSame: (a: PriceUse, b: PriceUse) => a === b,
};

/** Returns whether the price of a market is live; renders only when that changes. */
export const usePriceUse = (symbol: string): PriceUse => useQuoteState(symbol, JUDGE);
