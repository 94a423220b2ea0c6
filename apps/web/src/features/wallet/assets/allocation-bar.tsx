import { Skeleton } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { type Part, showTenths } from './allocation.ts';

/** Shades by rank: the largest part has the brand colour, the others are lighter in sequence. */
const SHADES = ['bg-brand', 'bg-brand/72', 'bg-brand/50', 'bg-brand/28'] as const;

/** Shows the allocation as a bar, with a legend below. */
export function AllocationBar({ parts }: { parts: readonly Part[] }) {
  const text = useText();
  if (parts.length === 0) return null;
  return (
    <section className="mt-3 px-gutter" aria-label={text('wallet.allocation')}>
      <div className="flex h-1.5 gap-0.5 overflow-hidden rounded-full" aria-hidden="true">
        {parts.map(({ currency, tenths }, index) => (
          <i
            key={currency ?? ''}
            className={`min-w-0.5 grow-(--v) basis-0 ${SHADES[index]}`}
            style={{ '--v': tenths }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-micro text-ink-3">
        {parts.map(({ currency, tenths }, index) => (
          <li key={currency ?? ''} className="flex items-center gap-1.5">
            <i className={`size-2 rounded-tag ${SHADES[index]}`} aria-hidden="true" />
            {currency ?? text('wallet.allocation.other')}
            <span className="text-ink-2">{showTenths(tenths)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Placeholder as high as the bar with a one-line legend. */
export const AllocationGhost = () => (
  <div className="mt-3 px-gutter">
    <Skeleton className="h-7.5 w-full" />
  </div>
);
