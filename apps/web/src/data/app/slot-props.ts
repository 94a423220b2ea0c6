import type { ArticleCategory } from '@app/domain/content';
import type { Language } from '@app/i18n';
import type { MarketInfo } from '../market/markets.ts';

/**
 * Slots that a screen leaves to other features, and the props it passes to the panel there. Screens declare them by
 * name, features offer panels in `<feature>.panels.ts`, and `app/panels.ts` joins the two: features never import one
 * another.
 */
export type SlotProps = {
  /** The equity card of the logged-in user. */
  'home.equity': Nothing;
  /** Hot, gainers, losers, new: five rows with sparks. */
  'home.movers': Nothing;
  /** A market's last day as a curve against its open, on the visitor's home page. */
  'home.curve': { readonly symbol: string };
  /** One line that links to the newest announcement. */
  'home.ticker': Nothing;
  'home.banner': Nothing;
  'home.news': Nothing;
  /** The bell with the number of unread notices. */
  'home.bell': Nothing;
  /** Candles of one market with their controls, in a container that does not scroll. */
  'market.chart': { readonly symbol: string };
  /** The market name in a screen's bar, which opens a list to choose another one from. */
  'market.pair': {
    readonly symbol: string;
    readonly product?: MarketInfo['products'][number] | undefined;
    readonly onChoose: (symbol: string) => void;
  };
  /** A market's current price, its day, and whether the price is stale. */
  'market.quote': { readonly symbol: string };
  /** Favourite toggle of a market, as a button of a bar. */
  'market.star': { readonly symbol: string };
  /** A market's last day in one line, which expands to a curve. */
  'market.strip': { readonly symbol: string };
  /** Details of a market: its order book, the depth curve, its trades, and the user's orders in it. */
  'chart.book': { readonly symbol: string };
  'chart.depth': { readonly symbol: string };
  'chart.trades': { readonly symbol: string };
  'chart.orders': { readonly symbol: string };
  /** Spot fees by level, with the user's own. */
  'spot.fees': Nothing;
  /** The only article of a category, in the app's language or in a given one. */
  'article.category': { readonly category: ArticleCategory; readonly language?: Language | undefined };
  /** Matches of other features, below the pairs; each renders nothing without matches. */
  'search.pages': { readonly query: string };
  'search.articles': { readonly query: string };
};
export type SlotName = keyof SlotProps;
type Nothing = Record<never, never>;
