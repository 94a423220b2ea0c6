import { type Amount, amountForSpeech, type Price, showPrice } from '@app/money';
import { CoinIcon, Facts, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useMoments } from '../check/moments.ts';
import { Reading } from '../check/reading.tsx';
import type { PriceCheck } from './price-check.ts';
import { isSimulated, readLeaf, type VenueQuote, venuesOf } from './read-leaf.ts';

type Props = { check: PriceCheck; market: MarketInfo };

/** Shows the content of the signed bytes, and nothing the response adds to them. */
export function PriceCard({ check: { proof }, market }: Props) {
  const text = useText();
  const tick = readLeaf(proof.leaf);
  if (tick === undefined) return null;
  const venues = venuesOf(tick);
  return (
    <section className="card mx-gutter mt-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="flex min-w-0 items-center gap-2 text-body font-semibold">
          <CoinIcon code={market.base} size={20} />
          <span className="wrap-anywhere">{text('proof.index', { symbol: market.symbol })}</span>
        </h2>
        {isSimulated(tick) && <Tag tone="info">{text('proof.simulated')}</Tag>}
      </div>
      <TickLine price={tick.price as Price} market={market} atMs={tick.atMs} seq={tick.seq} />
      <p className="mt-4 mb-1 text-label text-ink-3">
        {text(isSimulated(tick) ? 'proof.median.simulated' : 'proof.median', { count: venues.length })}
      </p>
      <Facts
        facts={[
          ...venues.map((venue) => venueFact(venue, market.precision, text)),
          [text('proof.volume'), `${amountForSpeech(tick.volume as Amount)} ${market.base}`],
        ]}
      />
    </section>
  );
}

type LineProps = { price: Price; market: MarketInfo; atMs: number; seq: number };

function TickLine({ price, market, atMs, seq }: LineProps) {
  const text = useText();
  const { exact } = useMoments();
  return (
    <>
      <p className="mt-3 text-hero">
        {showPrice(price, market.precision)} <span className="text-label text-ink-3">{market.quote}</span>
      </p>
      <p className="text-label text-ink-2">{exact(atMs)}</p>
      <p className="text-label text-ink-3">{text('proof.tick', { seq })}</p>
    </>
  );
}

function venueFact({ id, name, price, ageMs, isMiddle }: VenueQuote, precision: number, text: Text) {
  const label = name === undefined ? text('proof.venue.other', { id }) : text(`proof.venue.${name}`);
  const value: ReactNode = (
    <Reading
      mark={isMiddle ? <Tag tone="ok">{text('proof.middle')}</Tag> : undefined}
      value={showPrice(price, precision)}
      aside={text('proof.age', { ms: ageMs })}
    />
  );
  return [label, value] as const;
}
