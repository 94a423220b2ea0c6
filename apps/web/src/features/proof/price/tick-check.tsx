import { CallRefused } from '@app/client/call';
import { type Amount, amountForSpeech, type Price, showPrice } from '@app/money';
import { CoinIcon, Facts, Hash, Tag } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { CheckLoading } from '../check/check-loading.tsx';
import { Reading } from '../check/check-parts.tsx';
import { KeptHere } from '../check/kept-here-view.tsx';
import { useMoments } from '../check/moments.ts';
import { CannotCheckHere, NoSuchTick, NotFetched } from '../check/no-evidence.tsx';
import { FORM } from '../check/read-address.ts';
import { ChainOfBlocks } from './chain-of-blocks.tsx';
import { Comparison } from './comparison.tsx';
import { commandFor, evidenceText } from './evidence.ts';
import { EvidenceKeys } from './evidence-keys.tsx';
import { EvidenceList } from './evidence-list.tsx';
import type { PriceQuery } from './judge-price.ts';
import { CannotCheck, type PriceCheck, priceCheckQuery } from './price-check.ts';
import { PriceVerdict, priceTitle } from './price-verdict.tsx';
import { originOf, readLeaf, type VenueQuote, venuesOf } from './read-leaf.ts';

type Props = { market: MarketInfo; seq: number };

/** Fetches one tick, recomputes it here, and shows everything it was recomputed from. */
export function TickCheck({ market, seq }: Props) {
  const text = useText();
  const query = { symbol: market.symbol, market: Number(market.id), seq };
  const { data: check, error, isFetching, refetch } = useQuery(priceCheckQuery(query));
  const status = check === undefined ? isFetching && text('proof.checking') : priceTitle(check.verdict, text);
  return (
    <>
      {/* Mounted from the start, so that screen readers announce the result. */}
      <p className="sr-only" role="status">
        {status}
      </p>
      {check !== undefined && <Checked check={check} market={market} />}
      {check === undefined && isFetching && <CheckLoading />}
      {check === undefined && !isFetching && <NoCheck query={query} error={error} retry={() => void refetch()} />}
    </>
  );
}

type CheckedProps = { check: PriceCheck; market: MarketInfo };

function Checked({ check, market }: CheckedProps) {
  const own = readLeaf(check.proof.leaf)?.price as Price | undefined; // Integers of 10⁻¹⁸, like ours.
  return (
    <div className="pb-6">
      <PriceVerdict check={check} />
      <PriceCard check={check} market={market} />
      <Comparison published={check.proof.price} own={own} precision={market.precision} />
      <ChainOfBlocks check={check} />
      <EvidenceList check={check} />
      <KeptHere check={check} />
      <BlockFacts check={check} />
      <Keys check={check} />
    </div>
  );
}

const FROM_FILE = 'npm run verify -- tick proof.json';

function Keys({ check }: { check: PriceCheck }) {
  const text = useText();
  return (
    <EvidenceKeys
      evidence={() => evidenceText(check)}
      onlineCommand={commandFor(location.origin, check.query, check.verdict)}
      fromFile={FROM_FILE}
      fileHint={text('proof.yourself.file')}
      other={{ label: text('proof.form.other'), to: FORM }}
    />
  );
}

type NoCheckProps = { query: PriceQuery; error: unknown; retry: () => void };

function NoCheck({ query, error, retry }: NoCheckProps) {
  if (error instanceof CannotCheck) return <CannotCheckHere command={commandFor(location.origin, query)} />;
  if (error instanceof CallRefused && error.code === 'not_found')
    return <NoSuchTick symbol={query.symbol} seq={query.seq} />;
  return <NotFetched error={error} retry={retry} />;
}

/** Shows every field that goes into the block's hash. */
function BlockFacts({ check: { proof } }: { check: PriceCheck }) {
  const text = useText();
  const { exact } = useMoments();
  const { number, at, count, root, previous, key } = proof.header;
  return (
    <section className="mt-6 px-gutter">
      <h2 className="text-title">{text('proof.block', { number })}</h2>
      <Facts
        facts={[
          [text('proof.block.time'), exact(at)],
          [text('proof.block.count'), text('proof.block.place', { place: proof.index + 1, count })],
          [text('proof.block.root'), <Hash key="root" value={root} />],
          [text('proof.block.previous'), <Hash key="previous" value={previous} />],
          [text('proof.block.key'), <Hash key="key" value={key} />],
          [text('proof.block.signature'), <Hash key="signature" value={proof.signature} />],
        ]}
      />
    </section>
  );
}

type PriceCardProps = { check: PriceCheck; market: MarketInfo };

/** Shows the content of the signed bytes, and nothing the response adds to them. */
function PriceCard({ check: { proof }, market }: PriceCardProps) {
  const text = useText();
  const tick = readLeaf(proof.leaf);
  if (tick === undefined) return null;
  const venues = venuesOf(tick);
  const origin = originOf(tick);
  return (
    <section className="card mx-gutter mt-4">
      <div className="flex items-center justify-between gap-3">
        <h2 className="flex min-w-0 items-center gap-2 text-body font-semibold">
          <CoinIcon code={market.base} size={20} />
          <span className="wrap-anywhere">{text('proof.index', { symbol: market.symbol })}</span>
        </h2>
        {origin !== 'venues' && <Tag tone="info">{text(`proof.${origin}`)}</Tag>}
      </div>
      <TickLine price={tick.price as Price} market={market} atMs={tick.atMs} seq={tick.seq} />
      <p className="mt-4 mb-1 text-label text-ink-3">
        {text(origin === 'venues' ? 'proof.median' : `proof.median.${origin}`, { count: venues.length })}
      </p>
      <dl className="facts">
        {venues.map((venue) => {
          const { id, label, value } = venueFact(venue, market.precision, text);
          return (
            <div key={id}>
              <dt>{label}</dt>
              <dd className="flex-none">{value}</dd>
            </div>
          );
        })}
        <div>
          <dt>{text('proof.volume')}</dt>
          <dd>{`${amountForSpeech(tick.volume as Amount)} ${market.base}`}</dd>
        </div>
      </dl>
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
  const venue = name === undefined ? text('proof.venue.other', { id }) : text(`proof.venue.${name}`);
  const label: ReactNode = (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      {venue}
      {isMiddle && <Tag tone="ok">{text('proof.middle')}</Tag>}
    </span>
  );
  const value = <Reading value={showPrice(price, precision)} aside={text('proof.age', { ms: ageMs })} />;
  return { id: String(id), label, value };
}
