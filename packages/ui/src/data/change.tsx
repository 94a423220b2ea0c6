import { directionOfPercent, type Rate, showPercent } from '@app/money';

/** What stands where a number is not known; never a zero. */
export const UNKNOWN = '—';

const ROOMY_LENGTH = 8; // −100.00%

/** The change in its box of 76 × 32; the sign says what the colour says. */
export function ChangePill({ ratio }: { ratio: Rate | undefined }) {
  if (ratio === undefined) return <span className="pill tone-flat">{UNKNOWN}</span>;
  const text = showPercent(ratio);
  const size = text.length > ROOMY_LENGTH ? 'pill--long' : '';
  return <span className={`pill ${size} tone-${directionOfPercent(ratio)}`}>{text}</span>;
}

/** The change in a line of text, with its triangle. `text` replaces the percentage, as in "+$222.30 (+0.90%)". */
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
