import { type Price, showPrice, subtract } from '@app/money';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useText } from '../../../shared/texts.ts';
import type { PriceCheck } from '../api/price-check.ts';
import { readLeaf } from '../model/read-leaf.ts';

type Props = { check: PriceCheck; market: MarketInfo };

/** The price of the answer beside the one that the signed bytes give. */
export function Comparison({ check: { proof }, market: { precision } }: Props) {
  const text = useText();
  const own = readLeaf(proof.leaf)?.price as Price | undefined; // Whole numbers of 10⁻¹⁸, as ours are.
  const difference = own === undefined ? undefined : subtract(proof.price, own);
  const shown = (value: Price | undefined) => (value === undefined ? '—' : showPrice(value, precision));
  return (
    <dl className="mx-gutter mt-3 flex flex-wrap gap-y-2 border-y border-line py-2.5">
      <Figure label={text('proof.server')} value={shown(proof.price)} />
      <Figure label={text('proof.browser')} value={shown(own)} />
      <Figure
        label={text('proof.difference')}
        value={shown(difference)}
        ink={difference === 0n ? 'text-ok' : 'text-danger'}
      />
    </dl>
  );
}

const Figure = ({ label, value, ink = '' }: { label: string; value: string; ink?: string }) => (
  <div className="flex flex-1 flex-col justify-between border-line pr-2 not-first:border-l not-first:pl-3">
    <dt className="text-micro text-ink-3">{label}</dt>
    <dd className={`num text-body font-semibold ${ink}`}>{value}</dd>
  </div>
);
