import { type Decimal, type Rate, showCompact, showPrice } from '@app/money';
import { memo, type ReactNode } from 'react';
import { ChangePill, ChangeText, UNKNOWN } from '../data/change.tsx';
import { Sparkline } from '../data/curve.tsx';
import { Price } from '../data/price.tsx';
import { CoinIcon } from '../icons/coin-icon.tsx';
import { Icon } from '../icons/icon.tsx';

/** What a list knows of a market; what has not arrived yet is left undefined and shows a dash. */
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
  fiat?: string;
  spark?: { values: readonly Decimal[]; open: Decimal };
  lead?: ReactNode;
  /** In the place of the volume, such as that the market is closed. */
  sub?: ReactNode;
};

/** What does not change with a price is not drawn with it. */
const Coin = memo(CoinIcon);

/** The look of the row for what navigates: a link takes the class and the face. */
export const marketRowClass = 'row mrow';

/** With a spark it is the home form: the curve, and the change under the price. Without one, a pill at the end. */
export function MarketFace({ market, fiat, spark, lead, sub }: Face) {
  const { base, quote, precision, price, change, volume } = market;
  return (
    <>
      {lead ?? <Coin code={base} />}
      <span className="row__main">
        <PairName base={base} quote={quote} />
        <span className="row__s mrow__vol">{sub ?? (volume === undefined ? UNKNOWN : showCompact(volume))}</span>
      </span>
      {spark !== undefined && <Sparkline {...spark} />}
      <span className="row__trail mrow__trail">
        <PriceCell price={price} precision={precision} />
        {spark === undefined ? (
          <span className="row__s mrow__fiat">{fiat === undefined ? UNKNOWN : fiat}</span>
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

/** The price in its box; one with many digits is set smaller, so that it stays whole. */
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

/** BTC/USDT, the quote one tone back. */
export const PairName = memo(function PairName({ base, quote }: { base: string; quote: string }) {
  return (
    <span className="row__t pairname">
      {base}
      <span className="pairname__quote">/{quote}</span>
    </span>
  );
});

/** A market in a list, 60 px high; no digit that changes moves another. */
export function MarketRow({ onOpen, ...face }: Face & { onOpen: () => void }) {
  return (
    <button type="button" className={marketRowClass} onClick={onOpen}>
      <MarketFace {...face} />
    </button>
  );
}

/** A row with more to do than to be opened: held by a finger it shows what, and over its coin lies a button for who has none. */
export function MarketBox({ more, children }: { more: { label: string; show: () => void }; children: ReactNode }) {
  return (
    <div className="mrow-box">
      {children}
      <button type="button" className="mrow-more" aria-label={more.label} onClick={more.show}>
        <Icon name="more" size={20} />
      </button>
    </div>
  );
}
