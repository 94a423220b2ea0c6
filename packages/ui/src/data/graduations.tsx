type Props = { count: number; on: number; label: string; tone?: 'brand' | 'ok' | 'warn' };

/** Renders a horizontal tide staff: one graduation for each confirmation, link or step; every fifth is taller. */
export function Graduations({ count, on, label, tone = 'brand' }: Props) {
  return (
    <div className={`staffbar staffbar--${tone}`} role="img" aria-label={label}>
      {Array.from({ length: count }, (_, index) => index).map((index) => (
        <i key={index} className={index < on ? 'on' : ''} />
      ))}
    </div>
  );
}
