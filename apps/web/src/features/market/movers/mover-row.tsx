import { showCompact } from '@app/money';
import { MarketFace, marketRowClass, Skeleton } from '@app/ui';
import { memo } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { rowLabels } from '../list/row-labels.ts';
import { RowLabels } from '../list/row-labels-view.tsx';
import { chartAddress, liveSpark, moverLine, type Spark } from './mover-line.ts';
import { MOVERS_SHOWN } from './movers.ts';

type Props = {
  market: MarketInfo;
  spark: Spark | undefined;
  /** The list mixes real and simulated prices, so each row is labelled. */
  isMixed: boolean;
};

/** Subscribes to its own market. A price that no longer updates is dimmed. */
export const MoverRow = memo(function MoverRow({ market, spark, isMixed }: Props) {
  const text = useText();
  const quote = useQuote(market.symbol);
  const isDead = quote !== undefined && quote.state !== 'open';
  const line = moverLine(market, quote);
  const isMarked = isMixed && quote?.simulated === true;
  const rest = [line.volume === undefined ? undefined : showCompact(line.volume)];
  const labels = isMarked && rowLabels({ warnings: [text('market.movers.simulated')], rest });
  return (
    <Link className={`${marketRowClass} ${isDead ? 'mrow--dim' : ''}`} to={chartAddress(market.symbol)}>
      <MarketFace market={line} spark={liveSpark(spark, quote)} {...(labels && { sub: <RowLabels {...labels} /> })} />
    </Link>
  );
});

const ROWS = Array.from({ length: MOVERS_SHOWN }, (_, index) => index);

/** Placeholder rows at the real height and shape. */
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
