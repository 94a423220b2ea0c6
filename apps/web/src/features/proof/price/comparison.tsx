import { type Price, showPrice, subtract } from '@app/money';
import { useText } from '../../../data/app/texts.ts';
import { Figures } from '../check/check-parts.tsx';

type Props = {
  published: Price;
  /** Price computed on this device; undefined without the data for it. */
  own: Price | undefined;
  precision: number;
  /** A difference is not an error. */
  isFree?: boolean;
};

/** Shows the server's price beside the one computed on this device. */
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
