import { Skeleton } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import { type Part, showTenths } from '../model/allocation.ts';

/** The largest is the brand's colour itself, the others stand back in turn. */
const SHADES = ['bg-brand', 'bg-brand/72', 'bg-brand/50', 'bg-brand/28'] as const;

/** What everything is made of on one line, and in words under it. */
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

/** As high as the bar with its words in one line. */
export const AllocationGhost = () => (
  <div className="mt-3 px-gutter">
    <Skeleton className="h-7.5 w-full" />
  </div>
);
