import type { Price } from '@app/money';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { CallRefused } from '../../../data/call/call-refused.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { CheckLoading } from '../check/check-loading.tsx';
import { KeptHere } from '../check/kept-here-view.tsx';
import { CannotCheckHere, NoSuchTick, NotFetched } from '../check/no-evidence.tsx';
import { FORM } from '../check/read-address.ts';
import { BlockFacts } from './block-facts.tsx';
import { ChainOfBlocks } from './chain-of-blocks.tsx';
import { Comparison } from './comparison.tsx';
import { commandFor, evidenceText } from './evidence.ts';
import { EvidenceKeys } from './evidence-keys.tsx';
import { EvidenceList } from './evidence-list.tsx';
import type { PriceQuery } from './judge-price.ts';
import { PriceCard } from './price-card.tsx';
import { CannotCheck, type PriceCheck, priceCheckQuery } from './price-check.ts';
import { PriceVerdict } from './price-verdict.tsx';
import { readLeaf } from './read-leaf.ts';

type Props = { market: MarketInfo; seq: number };

/** Fetches one tick, recomputes it here, and shows everything it was recomputed from. */
export function TickCheck({ market, seq }: Props) {
  const text = useText();
  const query = { symbol: market.symbol, market: Number(market.id), seq };
  const { data: check, error, isFetching, refetch } = useQuery(priceCheckQuery(query));
  const status = check === undefined ? isFetching && text('proof.checking') : text(`proof.${check.verdict.kind}`);
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
