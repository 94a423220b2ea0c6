const RADIUS = 34;
const AROUND = 2 * Math.PI * RADIUS;
/** Gap between two graduations, round ends included. */
const GAP = 12;

type Props = { done: number; of: number; label: string };

/** Renders a small count as a ring of graduations with the number in it. */
export function CountRing({ done, of, label }: Props) {
  const share = AROUND / of;
  return (
    <svg className="count-ring" viewBox="0 0 80 80" role="img" aria-label={label}>
      {Array.from({ length: of }, (_, index) => index).map((index) => (
        <circle
          key={index}
          className={index < done ? 'count-ring__i count-ring__i--on' : 'count-ring__i'}
          cx="40"
          cy="40"
          r={RADIUS}
          strokeDasharray={`${(share - GAP).toFixed(2)} ${(AROUND - share + GAP).toFixed(2)}`}
          strokeDashoffset={(-GAP / 2).toFixed(2)}
          transform={`rotate(${(360 / of) * index - 90} 40 40)`}
        />
      ))}
      <text x="40" y="47">
        {`${done}/${of}`}
      </text>
    </svg>
  );
}
