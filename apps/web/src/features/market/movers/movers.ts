import { changePercent } from '@app/domain/market';
import { compare, type Decimal } from '@app/money';
import type { QuoteShown } from '@app/protocol/socket';
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
