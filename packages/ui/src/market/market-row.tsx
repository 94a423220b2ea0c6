import { type Decimal, type Rate, showCompact, showPrice } from '@app/money';
import { memo, type ReactNode } from 'react';
import { ChangePill, ChangeText, UNKNOWN } from '../data/change.tsx';
import { Sparkline } from '../data/curve.tsx';
import { Price } from '../data/price.tsx';
import { Icon } from '../icons/icon.tsx';
import { PairIcon } from './pair-icon.tsx';

/** Market data of a list row; values that have not arrived are undefined and show a dash. */
export type MarketLine = {
  base: string;
  quote: string;
  precision: number;
  price: Decimal | undefined;
  change: Rate | undefined;
  volume: Decimal | undefined;
};

type Face = {
  market: MarketLine;
  /** Price in the reader's currency; null if it would repeat the price. */
  fiat?: string | null;
  spark?: { values: readonly Decimal[]; open: Decimal };
  lead?: ReactNode;
  /** Replaces the volume, for example to show that the market is closed. */
  sub?: ReactNode;
};

/** Memoized, so that a price update does not render the icon again. */
const Pair = memo(PairIcon);

/** Row class for links, which combine it with `MarketFace`. */
export const marketRowClass = 'row mrow';

/**
 * Renders the content of a market row. With a spark, in the form of the home screen: the curve, and the change under
 * the price. Without one, with a pill at the end.
 */
export function MarketFace({ market, fiat, spark, lead, sub }: Face) {
  const { base, quote, precision, price, change, volume } = market;
  return (
    <>
      {lead ?? <Pair base={base} quote={quote} />}
      <span className="row__main">
        <PairName base={base} quote={quote} />
        <span className="row__s mrow__vol">{sub ?? (volume === undefined ? UNKNOWN : showCompact(volume))}</span>
      </span>
      {spark !== undefined && <Sparkline {...spark} />}
      <span className="row__trail mrow__trail">
        <PriceCell price={price} precision={precision} />
        {spark === undefined ? (
          fiat !== null && <span className="row__s mrow__fiat">{fiat ?? UNKNOWN}</span>
        ) : (
          <span className="mrow__change">
            <ChangeText ratio={change} />
          </span>
        )}
      </span>
      {spark === undefined && <ChangePill ratio={change} />}
    </>
  );
}

/** Shows the price in a fixed box; long prices are set smaller, so that they are not cut off. */
function PriceCell({ price, precision }: { price: Decimal | undefined; precision: number }) {
  if (price === undefined) return <span className="row__v mrow__price">{UNKNOWN}</span>;
  const { length } = showPrice(price, precision);
  const size = length > 13 ? 'mrow__price--longer' : length > 10 ? 'mrow__price--long' : '';
  return (
    <span className={`row__v mrow__price ${size}`}>
      <Price value={price} precision={precision} />
    </span>
  );
}

/** Shows BTC/USDT, with the quote one tone fainter. */
export const PairName = memo(function PairName({ base, quote }: { base: string; quote: string }) {
  return (
    <span className="row__t pairname">
      {base}
      <span className="pairname__quote">/{quote}</span>
    </span>
  );
});

/** Renders a market in a list, 60 px high; a changing digit never moves another. */
export function MarketRow({ onOpen, ...face }: Face & { onOpen: () => void }) {
  return (
    <button type="button" className={marketRowClass} onClick={onOpen}>
      <MarketFace {...face} />
    </button>
  );
}

type Star = { label: string; isOn: boolean; disabled: boolean; toggle: () => void };

/** Wraps a row with the star of a favourite before it. */
export function MarketBox({ star, children }: { star: Star; children: ReactNode }) {
  return (
    <div className="mrow-box">
      <button
        type="button"
        className={star.isOn ? 'mrow-star mrow-star--on' : 'mrow-star'}
        aria-label={star.label}
        aria-pressed={star.isOn}
        disabled={star.disabled}
        onClick={star.toggle}
      >
        <Icon name={star.isOn ? 'star-on' : 'star'} size={16} />
      </button>
      {children}
    </div>
  );
}
