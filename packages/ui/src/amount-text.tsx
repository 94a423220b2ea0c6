import { type Decimal, formatDecimal, formatPlaces } from '@app/money';
import { groupDigits } from './group-digits.ts';

/** So many places, cut and never rounded up: no screen may show more than there is. */
export function AmountText({ value, places, hero = false }: { value: Decimal; places: number; hero?: boolean }) {
  const text = groupDigits(formatPlaces(value, places, 'down'));
  if (!hero) return <>{text}</>;
  const [whole, decimals] = text.split('.');
  return (
    <>
      {whole}
      <span className="text-ink-3">{decimals === undefined ? '' : `.${decimals}`}</span>
    </>
  );
}

/** For sentences: every digit there is, no zeros behind them. */
export const amountInWords = (value: Decimal) => groupDigits(formatDecimal(value));
