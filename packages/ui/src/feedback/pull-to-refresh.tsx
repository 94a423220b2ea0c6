import { type ReactNode, type TouchEvent, useRef, useState } from 'react';
import { isPulled, pulledBy } from './pull.ts';

type Props = { label: string; busyLabel: string; refresh: () => Promise<void>; children: ReactNode };

/** Refreshes its list when pulled down; a button available to keyboards and screen readers does the same. */
export function PullToRefresh({ label, busyLabel, refresh, children }: Props) {
  const from = useRef<number | undefined>(undefined);
  const [pulled, setPulled] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    refresh().then(
      () => setBusy(false),
      () => setBusy(false),
    );
  };
  const begin = ({ currentTarget, touches }: TouchEvent<HTMLDivElement>) => {
    const isAtTop = (currentTarget.closest('.scroll')?.scrollTop ?? 0) <= 0;
    from.current = isAtTop && !isBusy && touches.length === 1 ? touches[0]?.clientY : undefined;
  };
  const follow = ({ touches }: TouchEvent<HTMLDivElement>) => {
    if (from.current !== undefined) setPulled(pulledBy((touches[0]?.clientY ?? 0) - from.current));
  };
  const end = () => {
    if (isPulled(pulled)) run();
    from.current = undefined;
    setPulled(0);
  };
  const look = [
    'pull',
    isBusy ? 'pull--busy' : '',
    pulled > 0 ? 'pull--held' : '',
    isPulled(pulled) ? 'pull--full' : '',
  ];
  return (
    <div
      className={look.filter(Boolean).join(' ')}
      style={{ '--pull': pulled }}
      onTouchStart={begin}
      onTouchMove={follow}
      onTouchEnd={end}
      onTouchCancel={end}
    >
      <button type="button" className="pull__key" onClick={run} disabled={isBusy}>
        {label}
      </button>
      <span className="pull__drop" role="status">
        <i className="spin" aria-hidden="true" />
        {isBusy && <span className="sr-only">{busyLabel}</span>}
      </span>
      <div className="pull__list">{children}</div>
    </div>
  );
}
