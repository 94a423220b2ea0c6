import { formatDecimal } from '@app/money';
import { Facts, Icon } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSource } from '../list/row-simulated.ts';

/** Shows what a market is and where its price comes from. */
export function ChartInfo({ market }: { market: MarketInfo }) {
  const text = useText();
  const { symbol, base, quote, name, category, price_tick, lot, hours } = market;
  const source = useSource(market);
  const facts = [
    [text('market.chart.info.name'), name],
    [text('market.chart.info.category'), text(`market.chart.category.${category}`)],
    [text('market.chart.info.tick'), `${formatDecimal(price_tick)} ${quote}`],
    [text('market.chart.info.lot'), `${formatDecimal(lot)} ${base}`],
    [text('market.chart.info.hours'), text(`market.chart.hours.${hours}`)],
    [text('market.chart.info.source'), source === undefined ? '—' : text(`market.chart.info.source.${source}`)],
  ] as const;
  const query = new URLSearchParams({ symbol });
  return (
    <div className="px-gutter pb-4">
      <Facts facts={facts} />
      <p className="mt-2 text-label text-pretty text-ink-3">
        {source === 'simulated' && `${text('market.chart.info.simulated')} `}
        {text('market.chart.info.index')}
      </p>
      <nav className="group group--flush mt-3" aria-label={text('market.chart.tab.info')}>
        <InfoLink to={`/pages/plus/verify?${query}`} icon="shield-check" label={text('market.chart.info.check')} />
        {category === 'crypto' && (
          <InfoLink to={`/pages/transaction/white_paper?${query}`} icon="doc" label={text('market.chart.info.coin')} />
        )}
      </nav>
    </div>
  );
}

const InfoLink = ({ to, icon, label }: { to: string; icon: 'shield-check' | 'doc'; label: string }) => (
  <Link className="row row--menu" to={to}>
    <Icon name={icon} size={20} />
    <span className="row__main">{label}</span>
    <Icon name="right" size={16} />
  </Link>
);
