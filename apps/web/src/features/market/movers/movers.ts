import { changePercent } from '@app/domain/market';
import { compare, type Decimal, type Price, ZERO } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
import type { MarketLine } from '@app/ui';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { turnoverOf } from '../list/list-order.ts';

export const MOVER_TABS = ['hot', 'gainers', 'losers', 'new'] as const;
export type MoverTab = (typeof MOVER_TABS)[number];

export const MOVERS_SHOWN = 5;

/** Turnovers in yen and in dollars cannot be compared, and forex volumes are counted differently. */
const COMPARED_IN = 'USDT';

type Quotes = ReadonlyMap<string, QuoteShown>;
type Known = { readonly market: MarketInfo; readonly quote: QuoteShown };

const changeOf = ({ quote }: Known) => changePercent(quote.open, quote.price);
const largestFirst = (measure: (known: Known) => Decimal) => (one: Known, other: Known) =>
  compare(measure(other), measure(one));

/** Ties keep the default order. */
const PICKS: Readonly<Record<MoverTab, (open: readonly Known[]) => readonly Known[]>> = {
  hot: (open) =>
    open.filter(({ market }) => market.quote === COMPARED_IN).sort(largestFirst(({ quote }) => turnoverOf(quote))),
  gainers: (open) => open.filter((it) => changeOf(it) > 0n).sort(largestFirst(changeOf)),
  losers: (open) =>
    open.filter((it) => changeOf(it) < 0n).sort((one, other) => compare(changeOf(one), changeOf(other))),
  new: (open) => [...open].sort((one, other) => Number(other.market.id - one.market.id)),
};

/**
 * Returns the first five of a tab among the open markets; if none is open, as when prices are paused, among all that
 * have a price.
 */
export function moversOf(tab: MoverTab, markets: readonly MarketInfo[], quotes: Quotes): readonly MarketInfo[] {
  const known = markets.flatMap((market) => {
    const quote = quotes.get(market.symbol);
    return quote === undefined ? [] : [{ market, quote }];
  });
  const open = known.filter(({ quote }) => quote.state === 'open');
  return PICKS[tab](open.length > 0 ? open : known)
    .slice(0, MOVERS_SHOWN)
    .map(({ market }) => market);
}

/** A market's last 24 hours in equal steps, as received from the server. */
export type Spark = { readonly open: Price; readonly values: readonly Price[] };

/** Returns the figures of a row; unknown ones stay undefined. */
export function moverLine({ base, quote, precision }: MarketInfo, shown: QuoteShown | undefined): MarketLine {
  if (shown === undefined) return { base, quote, precision, price: undefined, change: undefined, volume: undefined };
  const { open, price } = shown;
  return { base, quote, precision, price, change: changePercent(open, price), volume: turnoverOf(shown) };
}

/** Returns the day against its open, ending at the current price. Without a day it has only the open. */
export function liveSpark(spark: Spark | undefined, quote: QuoteShown | undefined): Spark {
  if (quote === undefined) return spark ?? { open: ZERO as Decimal as Price, values: [] };
  return { open: quote.open, values: spark === undefined ? [] : [...spark.values, quote.price] };
}

export const chartAddress = (symbol: string) => `/pages/transaction/index?${new URLSearchParams({ symbol })}`;
