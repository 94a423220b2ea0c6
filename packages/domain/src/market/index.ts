export { barEnd, barStart } from './bars.ts';
export { type Candle, PERIODS, type Period } from './candle.ts';
export { changePercent, type DayFigures, dayFigures } from './day-figures.ts';
export { type DaySpark, daySpark } from './day-spark.ts';
export { addTick, mergeCandles } from './fold-candles.ts';
export { FRESHNESS, type Freshness, isFreshFor, isWithinAge, showsAs } from './freshness.ts';
export { isOpenAt, nextOpening, sessionOf, type TradingSession } from './hours.ts';
export { computeIndexPrice, type IndexInput, type IndexVerdict, latestQuotes } from './index-price.ts';
export { INDEX_RULES, type IndexRules, indexRulesOf } from './index-rules.ts';
export type { PendingJump } from './jump.ts';
export { limitRange } from './limit-range.ts';
export {
  CATEGORIES,
  type Category,
  HOURS,
  type Hours,
  MARKET_PRODUCTS,
  MARKET_STATES,
  type Market,
  type MarketProduct,
  type MarketState,
  SOURCES,
  type Source,
  type SourceQuote,
  type Tick,
  type TickSource,
} from './market.ts';
export { marketState } from './market-state.ts';
export { medianOf } from './median.ts';
export { isSamePriceState, type PriceState, priceStateOf, shownState } from './price-state.ts';
export { freshnessOf } from './read-freshness.ts';
export type { RecentPrices } from './recent-prices.ts';
export * as marketSettings from './settings.ts';
