import { amountForSpeech } from '@app/money';
import { Facts, Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { PriceSource, useSource } from './coin-price.tsx';
import { LinkGroup } from './link-group.tsx';

/** Shows only market facts the exchange itself can vouch for; a coin's issuer and supply are left to other sources. */
export function CoinFacts({ market }: { market: MarketInfo }) {
  const text = useText();
  const { category, base, quote, price_tick, lot, hours, products } = market;
  const offered = products.map((product) => text(`content.coin.product.${product}`)).join(' · ');
  return (
    <section className="mt-6 px-gutter">
      <h2 className="mb-1 text-title">{text('content.coin.facts')}</h2>
      <Facts
        facts={[
          [text('content.coin.category'), text(`content.coin.category.${category}`)],
          [text('content.coin.base'), base],
          [text('content.coin.quote'), quote],
          [text('content.coin.tick'), `${amountForSpeech(price_tick)} ${quote}`],
          [text('content.coin.lot'), `${amountForSpeech(lot)} ${base}`],
          [text('content.coin.hours'), text(`content.coin.hours.${hours}`)],
          [text('content.coin.products'), offered === '' ? text('content.coin.products.none') : offered],
          [text('content.coin.source'), <PriceSource key="source" market={market} />],
        ]}
      />
    </section>
  );
}

export function CoinRisk({ market }: { market: MarketInfo }) {
  const text = useText();
  const source = useSource(market);
  return (
    <section className="mt-6 grid gap-3 px-gutter">
      <h2 className="text-title">{text('content.coin.risk')}</h2>
      <Note icon="warn" tone="warn">
        {text(`content.coin.risk.${market.category}`)}
      </Note>
      {source === 'simulated' && <Note icon="info">{text('content.coin.simulated')}</Note>}
    </section>
  );
}

export function CoinLinks({ symbol }: { symbol: string }) {
  const text = useText();
  const query = new URLSearchParams({ symbol });
  return (
    <div className="mt-6 pb-6">
      <LinkGroup
        lines={[
          { icon: 'shield-check', label: text('content.coin.check'), to: `/pages/plus/verify?${query}` },
          { icon: 'doc', label: text('content.paper.title'), to: '/pages/setting/whitePage' },
        ]}
      />
    </div>
  );
}
