/** Renders one graduation per step; completed ones are filled. */
export function Steps({ count, done, label }: { count: number; done: number; label: string }) {
  return (
    <div className="steps" role="img" aria-label={label}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <i key={index} className={index < done ? 'on' : ''} />
      ))}
    </div>
  );
}

type LevelProps = {
  label: string;
  percent: number;
  tone: 'danger' | 'warn' | 'ok' | 'up' | 'down';
  marks?: readonly number[];
};

/** Renders a thin gauge with ticks at its marks. */
export function Level({ label, percent, tone, marks = [] }: LevelProps) {
  return (
    <div className={`level level--${tone}`} style={{ '--v': `${percent}%` }}>
      <meter className="sr-only" aria-label={label} value={percent} max={100} />
      <i className="level__fill" />
      {marks.map((at) => (
        <i key={at} className="level__tick" style={{ '--at': `${at}%` }} />
      ))}
    </div>
  );
}
