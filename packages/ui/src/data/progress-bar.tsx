type Props = { percent: number; label: string; tone?: 'brand' | 'ok' | 'warn' };

/** Renders how much of something is done, sold or used. */
export function ProgressBar({ percent, label, tone = 'brand' }: Props) {
  return (
    <div className={`progress progress--${tone}`} style={{ '--v': `${percent}%` }}>
      <progress className="sr-only" aria-label={label} value={percent} max={100} />
      <i className="progress__fill" />
    </div>
  );
}
