import { isSamePriceState, priceStateOf } from '@app/domain/market';
import { useQuoteState } from './use-quote-state.ts';

const BY_THE_RULES = { judge: priceStateOf, isSame: isSamePriceState };

/** Returns the freshness state of a market's price. */
export const usePriceState = (symbol: string) => useQuoteState(symbol, BY_THE_RULES);
