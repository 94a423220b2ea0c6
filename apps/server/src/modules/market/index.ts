export {
  type EvidenceSource,
  followBlocks,
  openPriceKey,
  proveTick,
  publishBlock,
  readBlocks,
  readBlocksAfter,
  readChain,
  readLastHeader,
  rotatePriceKey,
  type SealedBlock,
  sealBlock,
  showBlocks,
  sweepBlocks,
} from './block/index.ts';
export type { Board } from './board/board.ts';
export { createBoard } from './board/create-board.ts';
export { type PastPrice, type PricePoint, readClosesAt } from './candle/closes-at.store.ts';
export { createHistory, type History } from './candle/history.ts';
export { createCandleKeeper } from './candle/keep-candles.ts';
export { createBlocksSince } from './candle/late-blocks.ts';
export { listCandles } from './candle/list-candles.ts';
export { sweepCandles } from './candle/sweep.ts';
export { openMarketChannels } from './channel/market-channels.ts';
export { openQuotes } from './channel/quotes-channel.ts';
export { marketTables } from './favourite/favourite.store.ts';
export { createFeed } from './feed/create-feed.ts';
export { openSources } from './feed/open-sources.ts';
export { rateCoins } from './list-quotes.ts';
export { type LiveRates, readLiveRates } from './live-rates.ts';
export { marketRoutes } from './market.routes.ts';
export { readMarkets } from './market.store.ts';
export { createSimulator } from './source/index.ts';
