import { type Decimal, showAmount } from '@app/money';

export { amountForSpeech } from '@app/money';

/** Renders an amount with fixed places, truncated and never rounded up: no screen may overstate a value. */
export function AmountText({ value, places, hero = false }: { value: Decimal; places: number; hero?: boolean }) {
  const text = showAmount(value, places);
  if (!hero) return <>{text}</>;
  const [whole, decimals] = text.split('.');
  return (
    <>
      {whole}
      <span className="text-ink-3">{decimals === undefined ? '' : `.${decimals}`}</span>
    </>
  );
}
