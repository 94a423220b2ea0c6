import { type Decimal, directionOf, showPrice, subtract } from '@app/money';
import { percentOf, positionBetween } from '../data/geometry.ts';

type Props = {
  low: Decimal;
  high: Decimal;
  open: Decimal;
  now: Decimal;
  precision: number;
  /** Without them, as in a column of ranges, only the ends are named, by their prices. */
  labels?: { low: string; high: string; open: string };
};

/** Shows the day's range from low to high: the mark is the open, the bar the current price. */
export function RangeLine({ low, high, open, now, precision, labels }: Props) {
  const openAt = positionBetween(open, low, high);
  const nowAt = positionBetween(now, low, high);
  const style = {
    '--open': percentOf(openAt),
    '--now': percentOf(nowAt),
    '--from': percentOf(Math.min(openAt, nowAt)),
    '--span': percentOf(Math.abs(nowAt - openAt)),
  };
  return (
    <div
      className={`range ${labels === undefined ? 'range--bare' : ''} tone-${directionOf(subtract<Decimal>(now, open))}`}
      style={style}
    >
      {labels !== undefined && (
        <p className={openAt > 0.5 ? 'range__open range__open--before' : 'range__open'}>
          <span>
            {labels.open} {showPrice(open, precision)}
          </span>
        </p>
      )}
      <div className="range__line" aria-hidden="true">
        <i className="range__fill" />
        <i className="range__mark" />
        <i className="range__now" />
      </div>
      <p className="range__ends">
        <End label={labels?.low} price={showPrice(low, precision)} />
        <End label={labels?.high} price={showPrice(high, precision)} />
      </p>
    </div>
  );
}

const End = ({ label, price }: { label: string | undefined; price: string }) => (
  <span>
    {label !== undefined && <span className="num__unit">{label}</span>} {price}
  </span>
);
