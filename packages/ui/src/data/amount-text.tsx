import { type Decimal, showAmount } from '@app/money';

export { amountForSpeech } from '@app/money';

/** So many places, cut and never rounded up: no screen may show more than there is. */
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
