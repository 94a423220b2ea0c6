import { useQuery } from '@tanstack/react-query';
import { CallRefused } from '../../../shared/call-refused.ts';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useText } from '../../../shared/texts.ts';
import { CannotCheck, type PriceCheck, priceCheckQuery } from '../api/price-check.ts';
import { commandFor } from '../model/evidence.ts';
import type { Asked } from '../model/judge-price.ts';
import { BlockFacts } from './block-facts.tsx';
import { ChainOfBlocks } from './chain-of-blocks.tsx';
import { CheckLoading } from './check-loading.tsx';
import { Comparison } from './comparison.tsx';
import { EvidenceKeys } from './evidence-keys.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { KeptHere } from './kept-here.tsx';
import { CannotCheckHere, NoSuchTick, NotFetched } from './no-evidence.tsx';
import { PriceCard } from './price-card.tsx';
import { VerdictHead } from './verdict-head.tsx';

type Props = { market: MarketInfo; seq: number };

/** One tick: fetched, recomputed here, and everything that it was recomputed from. */
export function TickCheck({ market, seq }: Props) {
  const text = useText();
  const asked = { symbol: market.symbol, market: Number(market.id), seq };
  const { data: check, error, isFetching, refetch } = useQuery(priceCheckQuery(asked));
  const said = check === undefined ? isFetching && text('proof.checking') : text(`proof.${check.verdict.kind}`);
  return (
    <>
      {/* One place from the beginning, so that ears hear the result when it comes. */}
      <p className="sr-only" role="status">
        {said}
      </p>
      {check !== undefined && <Checked check={check} market={market} />}
      {check === undefined && isFetching && <CheckLoading />}
      {check === undefined && !isFetching && <NoCheck asked={asked} error={error} retry={() => void refetch()} />}
    </>
  );
}

const Checked = ({ check, market }: { check: PriceCheck; market: MarketInfo }) => (
  <div className="pb-6">
    <VerdictHead check={check} />
    <PriceCard check={check} market={market} />
    <Comparison check={check} market={market} />
    <ChainOfBlocks check={check} />
    <EvidenceList check={check} />
    <KeptHere check={check} />
    <BlockFacts check={check} />
    <EvidenceKeys check={check} />
  </div>
);

type NoCheckProps = { asked: Asked; error: unknown; retry: () => void };

function NoCheck({ asked, error, retry }: NoCheckProps) {
  if (error instanceof CannotCheck) return <CannotCheckHere command={commandFor(location.origin, asked)} />;
  if (error instanceof CallRefused && error.code === 'not_found')
    return <NoSuchTick symbol={asked.symbol} seq={asked.seq} />;
  return <NotFetched error={error} retry={retry} />;
}
