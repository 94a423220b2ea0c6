import type { ArticleCategory } from '@app/domain/content';
import type { Language } from '@app/i18n';
import type { ChartDrawing } from '../market/chart-drawing.ts';
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
  /**
   * Candles of one market with their controls, in a container that does not scroll. The user's own levels are those of
   * the product; without it, those of the first the market has.
   */
  'market.chart': { readonly symbol: string; readonly product?: 'spot' | 'contract' | undefined };
  /** The market name in a screen's bar, which opens a list to choose another one from. */
  'market.pair': {
    readonly symbol: string;
    /** Shown instead of the symbol, such as the name of its contract. */
    readonly label?: string | undefined;
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
  /** The user's contract positions in a market, as a tab of the chart page. */
  'chart.positions': { readonly symbol: string };
  /** A market's contract rules and what is open in it, in the info tab. */
  'chart.contract-facts': { readonly symbol: string };
  /** Draws the user's contract positions on a chart and lets their stops be moved; over the candles. */
  'chart.contract-lines': { readonly symbol: string; readonly draw: (drawing: ChartDrawing) => void };
  /** The what-if calculator, open while the history step is the sheet `contract-calc`. */
  'chart.contract-calc': { readonly symbol: string };
  /** The button that leaves the demo for the real account, after a confirmation. */
  'wallet.leave_demo': Nothing;
  /** The user's withdrawals by day, as a tab beside the deposits. */
  'withdrawal.records': Nothing;
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
