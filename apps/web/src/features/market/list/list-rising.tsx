import { Skeleton, SplitLine, Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useAllQuotes } from '../../../data/market/use-quotes.ts';
import { countDirections, risingShare, simulatedAmong } from './list-counts.ts';

const DIRECTIONS = ['up', 'down', 'flat'] as const;

/** Shows how many markets of the list rose and fell, and whether its prices are real. */
export function ListRising({ markets }: { markets: readonly MarketInfo[] }) {
  const text = useText();
  const quotes = useAllQuotes();
  const counts = countDirections(markets, quotes);
  const isKnown = counts.up + counts.down + counts.flat > 0;
  return (
    <section className="px-gutter pt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-label">
        <h2 className="flex items-center gap-2 text-ink-2">
          {text('market.list.rising')}
          {simulatedAmong(markets, quotes) === 'all' && <Tag>{text('market.list.simulated')}</Tag>}
        </h2>
        <p className="flex gap-2 max-[359px]:basis-full">
          {DIRECTIONS.map((direction) => (
            <span key={direction} className={`tone-${direction} text-ink-3`}>
              <b className="change font-semibold">{isKnown ? counts[direction] : '—'}</b>{' '}
              {text(`market.list.${direction}`)}
            </span>
          ))}
        </p>
      </div>
      <div className="mt-1">
        {counts.up + counts.down > 0 ? (
          <SplitLine share={risingShare(counts)} />
        ) : (
          <div className="flex h-2 items-center">
            <Skeleton className="h-0.5 grow" />
          </div>
        )}
      </div>
    </section>
  );
}
