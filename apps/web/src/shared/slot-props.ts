import type { MarketInfo } from './markets.ts';

/**
 * The places that a screen leaves to other features, and what it tells the panel there. Screens declare them by name,
 * features offer panels in `<feature>.panels.ts`, and `app/panels.ts` joins the two: features never import one another.
 */
export type SlotProps = {
  /** The equity card of who is logged in. */
  'home.equity': Nothing;
  /** Hot, gainers, losers, new: five rows with sparks. */
  'home.movers': Nothing;
  /** A market's last day as a curve against its open, for the visitor's first sight. */
  'home.curve': { readonly symbol: string };
  /** One line that links to the newest announcement. */
  'home.ticker': Nothing;
  'home.banner': Nothing;
  'home.news': Nothing;
  /** The bell with how many notices are unread. */
  'home.bell': Nothing;
  /** Candles of one market with their controls, in a place that does not scroll. */
  'market.chart': { readonly symbol: string };
  /** The name of the market that a screen is about, which opens a list to choose another one from. */
  'market.pair': {
    readonly symbol: string;
    readonly product?: MarketInfo['products'][number] | undefined;
    readonly onChoose: (symbol: string) => void;
  };
  /** What a market costs now, its day, and whether that is still so. */
  'market.quote': { readonly symbol: string };
  /** On one's own list of markets or not, as a button of a bar. */
  'market.star': { readonly symbol: string };
  /** A market's last day in one line, which unfolds to a curve. */
  'market.strip': { readonly symbol: string };
  /** What stands behind a market's price: its book, the same as a curve, what was traded, and one's own orders in it. */
  'chart.book': { readonly symbol: string };
  'chart.depth': { readonly symbol: string };
  'chart.trades': { readonly symbol: string };
  'chart.orders': { readonly symbol: string };
  /** Matches of other features, under the pairs; each shows nothing where it has none. */
  'search.pages': { readonly query: string };
  'search.articles': { readonly query: string };
};
export type SlotName = keyof SlotProps;
type Nothing = Record<never, never>;
