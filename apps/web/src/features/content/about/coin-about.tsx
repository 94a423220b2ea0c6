import { Facts, Icon } from '@app/ui';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { COIN_FACTS, type CoinFact, isDescribed } from './coin-facts.ts';
import { webViewPath } from './outside-address.ts';

/** Describes what a market prices: a sentence, lasting facts, and links to sources outside. */
export function CoinAbout({ market }: { market: MarketInfo }) {
  const text = useText();
  const about = useAbout(market);
  const fact: CoinFact = isDescribed(market.base) ? COIN_FACTS[market.base] : {};
  return (
    <section className="mt-6 px-gutter">
      <h2 className="mb-1 text-title">{text('coin.about', { name: market.base })}</h2>
      <p className="text-pretty text-ink-2">{about}</p>
      <LastingFacts fact={fact} />
      <OutsideLinks fact={fact} />
    </section>
  );
}

/** Returns the sentence about a market. A currency pair is described by its currencies' names in the reader's language. */
function useAbout({ base, quote, category }: MarketInfo): string {
  const text = useText();
  const names = new Intl.DisplayNames([useLocale()], { type: 'currency', fallback: 'code' });
  if (isDescribed(base)) return text(`coin.about.${base}`);
  if (category !== 'forex') return text('coin.about.none');
  return text('coin.about.forex', { base: names.of(base) ?? base, quote: names.of(quote) ?? quote });
}

function LastingFacts({ fact: { year, supply } }: { fact: CoinFact }) {
  const text = useText();
  if (year === undefined) return null;
  return (
    <div className="mt-2">
      <Facts
        facts={[
          [text('coin.year'), String(year)],
          ...(supply === undefined ? [] : [[text('coin.supply'), supply] as const]),
        ]}
      />
    </div>
  );
}

function OutsideLinks({ fact: { site, explorer } }: { fact: CoinFact }) {
  const text = useText();
  const links = [
    { label: text('coin.site'), url: site },
    { label: text('coin.explorer'), url: explorer },
  ];
  return (
    <p className="mt-1 flex flex-wrap gap-x-5 empty:hidden">
      {links.map(
        ({ label, url }) =>
          url !== undefined && (
            <Link key={label} className="hit flex min-h-11 items-center gap-1.5 text-brand" to={webViewPath(url)}>
              {label}
              <Icon name="external" size={12} />
            </Link>
          ),
      )}
    </p>
  );
}
