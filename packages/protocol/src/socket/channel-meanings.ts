import * as z from 'zod/mini';
import {
  type BarShown,
  type Depth,
  depthData,
  klineData,
  type QuoteShown,
  quotesChange,
  quotesStart,
  TRADES_MAX,
  type TradeShown,
  tradesData,
} from './channel-data.ts';
import type { ChannelMeaning } from './channel-reader.ts';
import type { ChannelKind } from './channels.ts';

/** State of each kind of channel. */
export type ChannelStates = {
  /** By symbol, in list order. */
  quotes: ReadonlyMap<string, QuoteShown>;
  /** Bars received since the snapshot, oldest first; the last one is still open. */
  kline: readonly BarShown[];
  depth: Depth;
  /** Newest first. */
  trades: readonly TradeShown[];
};

/** Maximum bars kept; a chart fetches older ones. */
const BARS_MAX = 100;

/**
 * Decodes channel data. Unknown data, which a newer server may send, change nothing: the reader requests a snapshot.
 */
const reading =
  <Schema extends z.ZodMiniType, State>(
    schema: Schema,
    use: (state: State, data: z.output<Schema>) => State | undefined,
  ) =>
  (state: State, data: unknown): State | undefined => {
    const read = z.safeDecode(schema, data as z.input<Schema>); // Any input: decoding validates it.
    return read.success ? use(state, read.data) : undefined;
  };

const asBars = reading(klineData, (before: readonly BarShown[], { bars }) => {
  const byStart = new Map([...before, ...bars].map((bar) => [bar.time, bar]));
  return [...byStart.values()].sort((a, b) => a.time - b.time).slice(-BARS_MAX);
});
const asDepth = reading(depthData, (_before: Depth, depth) => depth);
const NOTHING: Depth = { bids: [], asks: [] };
const asTrades = reading(tradesData, (before: readonly TradeShown[], { trades }) => {
  const byId = new Map([...trades, ...before].map((trade) => [trade.id, trade]));
  return [...byId.values()].slice(0, TRADES_MAX);
});
const startQuotes = reading(
  quotesStart,
  (_before: ChannelStates['quotes'], { quotes }) => new Map(quotes.map((quote) => [quote.symbol, quote])),
);
const changeQuotes = reading(quotesChange, (before: ChannelStates['quotes'], { at, quotes, added = [] }) => {
  const after = new Map(before);
  for (const quote of added) after.set(quote.symbol, quote);
  const byId = new Map([...after.values()].map((quote) => [quote.id, quote]));
  for (const change of quotes) {
    const known = byId.get(change.id);
    if (known === undefined) return undefined; // An unknown market.
    after.set(known.symbol, Object.assign({ ...known, at }, change));
  }
  return after;
});

/** Decoders of each kind of channel. */
export const CHANNEL_MEANINGS: { readonly [Kind in ChannelKind]: ChannelMeaning<ChannelStates[Kind]> } = {
  quotes: { start: (data) => startQuotes(new Map(), data), change: changeQuotes },
  kline: { start: (data) => asBars([], data), change: asBars },
  depth: { start: (data) => asDepth(NOTHING, data), change: asDepth },
  trades: { start: (data) => asTrades([], data), change: asTrades },
};
