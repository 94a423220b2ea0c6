import { type Price, showPrice, subtract } from '@app/money';
import { useText } from '../../../shared/texts.ts';
import { Figures } from './figures.tsx';

type Props = {
  published: Price;
  /** What this device found; nothing where there was nothing to find it from. */
  own: Price | undefined;
  precision: number;
  /** Where a difference is no fault. */
  isFree?: boolean;
};

/** What the answer says beside what this device computed. */
export function Comparison({ published, own, precision, isFree = false }: Props) {
  const text = useText();
  const difference = own === undefined ? undefined : subtract(published, own);
  const shown = (value: Price | undefined) => (value === undefined ? '—' : showPrice(value, precision));
  const ink = difference === 0n ? 'text-ok' : 'text-danger';
  return (
    <Figures
      figures={[
        { label: text('proof.server'), value: shown(published) },
        { label: text(isFree ? 'proof.receipt.ladder_price' : 'proof.browser'), value: shown(own) },
        { label: text('proof.difference'), value: shown(difference), ink: isFree ? '' : ink },
      ]}
    />
  );
}
