import { directionOfPercent, type Rate, showPercent } from '@app/money';

/** Placeholder for an unknown number; never a zero. */
export const UNKNOWN = '—';

const ROOMY_LENGTH = 8; // −100.00%

/** Renders the change in a 76 × 32 pill; the sign conveys the same as the colour. */
export function ChangePill({ ratio }: { ratio: Rate | undefined }) {
  if (ratio === undefined) return <span className="pill tone-flat">{UNKNOWN}</span>;
  const text = showPercent(ratio);
  const size = text.length > ROOMY_LENGTH ? 'pill--long' : '';
  return <span className={`pill ${size} tone-${directionOfPercent(ratio)}`}>{text}</span>;
}

/** Renders the change inline, with its triangle. `text` replaces the percentage, as in "+$222.30 (+0.90%)". */
export function ChangeText({ ratio, text }: { ratio: Rate | undefined; text?: string }) {
  if (ratio === undefined) return <span className="change tone-flat">{UNKNOWN}</span>;
  const direction = directionOfPercent(ratio);
  return (
    <span className={`change tone-${direction}`}>
      {direction !== 'flat' && <i className={`tri tri--${direction}`} />}
      {text ?? showPercent(ratio)}
    </span>
  );
}
