import type { MarketProduct } from '@app/domain/market';
import { showPrice } from '@app/money';
import { CoinIcon, PickerList } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { useAllQuotes } from '../../../data/market/use-quotes.ts';
import { useFavourites } from '../list/favourites.ts';

type Props = { symbol: string; product?: MarketProduct | undefined; onPick: (symbol: string) => void };

/** Lists every offered market, the user's favourites first, with a search over names and symbols. */
export function ChartPairs({ symbol, product, onPick }: Props) {
  const text = useText();
  const markets = useMarkets();
  const quotes = useAllQuotes();
  const { list = [] } = useFavourites();
  const offered = markets.filter(({ products }) => product === undefined || products.includes(product));
  const items = offered.map((market) => {
    const quote = quotes.get(market.symbol);
    return {
      value: market.symbol,
      label: market.symbol,
      keywords: market.name,
      section: text(`market.chart.category.${market.category}`),
      text: market.name,
      lead: <CoinIcon code={market.base} />,
      trail: quote === undefined ? '—' : showPrice(quote.price, market.precision),
    };
  });
  const labels = {
    search: text('system.search'),
    clear: text('system.clear'),
    recent: text('market.chart.pair.favourites'),
    none: text('market.chart.pair.none'),
  };
  return <PickerList items={items} value={symbol} onPick={onPick} labels={labels} recents={list} />;
}
