import { MarketFace, marketRowClass, Skeleton } from '@app/ui';
import { memo } from 'react';
import { Link } from 'react-router';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useQuote } from '../../../shared/use-quotes.ts';
import { chartAddress, liveSpark, moverLine, type Spark } from '../model/mover-line.ts';
import { MOVERS_SHOWN } from '../model/movers.ts';

type Props = { market: MarketInfo; spark: Spark | undefined };

/** Listens to its own market. A price that nobody renews is dimmed. */
export const MoverRow = memo(function MoverRow({ market, spark }: Props) {
  const quote = useQuote(market.symbol);
  const isDead = quote !== undefined && quote.state !== 'open';
  return (
    <Link className={`${marketRowClass} ${isDead ? 'stale' : ''}`} to={chartAddress(market.symbol)}>
      <MarketFace market={moverLine(market, quote)} spark={liveSpark(spark, quote)} />
    </Link>
  );
});

const ROWS = Array.from({ length: MOVERS_SHOWN }, (_, at) => at);

/** Rows of the real height and shape. */
export function MoverRowsLoading() {
  return ROWS.map((at) => (
    <div key={at} className={marketRowClass}>
      <Skeleton className="size-8 rounded-full" />
      <div className="row__main">
        <Skeleton className="h-4 w-20" />
        <Skeleton className="mt-1.5 h-3 w-14" />
      </div>
      <Skeleton className="h-8 w-16" />
      <div className="mrow__trail flex flex-col items-end">
        <Skeleton className="h-4 w-18" />
        <Skeleton className="mt-1.5 h-3 w-12" />
      </div>
    </div>
  ));
}
