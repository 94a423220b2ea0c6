import { Skeleton } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';

const ROWS = [0, 1, 2, 3, 4] as const;

/** Placeholder at the height of the result. */
export function CheckLoading() {
  const text = useText();
  return (
    <div className="px-gutter pt-2">
      <div className="flex items-center gap-3">
        <span className="seal seal--checking" aria-hidden="true">
          <i className="spin" />
        </span>
        <div>
          <p className="text-h2">{text('proof.checking')}</p>
          <p className="text-label text-ink-2">{text('proof.checking.text')}</p>
        </div>
      </div>
      <div aria-hidden="true">
        <Skeleton className="mt-4 h-56 w-full rounded-card" />
        <Skeleton className="mt-3 h-15 w-full" />
        <Skeleton className="mt-6 h-6 w-32" />
        <Skeleton className="mt-3 h-4 w-full" />
        <div className="mt-8 grid gap-5">
          {ROWS.map((row) => (
            <Skeleton key={row} className="h-5 w-full" />
          ))}
        </div>
      </div>
    </div>
  );
}
