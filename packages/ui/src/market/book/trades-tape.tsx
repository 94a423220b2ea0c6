import { useId } from 'react';
import { useThrottled } from '../../data/throttle.ts';

const UPDATE_EVERY_MS = 500;

/** One trade as displayed; the caller has already formatted its numbers. */
export type TapeRow = {
  readonly id: string;
  readonly time: string;
  readonly price: string;
  readonly amount: string;
  /** Side of the taker. */
  readonly side: 'buy' | 'sell';
  readonly isHouse: boolean;
};

/** Trades kept outside React, newest first; `read` is called no more often than the list changes. */
export type TapeSource = {
  listen(onChange: () => void): () => void;
  read(): readonly TapeRow[] | undefined;
};

export type TapeLabels = {
  readonly label: string;
  readonly time: string;
  readonly price: string;
  readonly amount: string;
  readonly buy: string;
  readonly sell: string;
  /** Tag of a trade whose other side was the house. */
  readonly house: string;
};

type Props = { source: TapeSource; rows: number; labels: TapeLabels; isStale?: boolean };

/** Lists the trades, newest first, with at most two updates a second. */
export function TradesTape({ source, rows, labels, isStale = false }: Props) {
  const trades = useThrottled(source, UPDATE_EVERY_MS);
  const head = useId();
  return (
    <section className="tape" aria-labelledby={head} style={{ '--rows': rows }}>
      <h3 id={head} className="sr-only">
        {labels.label}
      </h3>
      <div className="tape__h" aria-hidden="true">
        <span>{labels.time}</span>
        <span>{labels.price}</span>
        <span>{labels.amount}</span>
      </div>
      <ol className={isStale ? 'tape__rows stale' : 'tape__rows'} aria-busy={trades === undefined}>
        {trades === undefined ? (
          <li className="book__ghost" />
        ) : (
          trades.slice(0, rows).map((trade) => <TapeLine key={trade.id} trade={trade} labels={labels} />)
        )}
      </ol>
    </section>
  );
}

const TapeLine = ({ trade, labels }: { trade: TapeRow; labels: TapeLabels }) => (
  <li className="tape__r">
    <span>{trade.time}</span>
    <span className={`tape__price tone-${trade.side === 'buy' ? 'up' : 'down'}`}>
      <i className={trade.side === 'buy' ? 'tri' : 'tri tri--down'} aria-hidden="true" />
      <span className="sr-only">{labels[trade.side]} </span>
      {trade.price}
    </span>
    <span className="tape__amount">
      {trade.isHouse && <small className="tape__house">{labels.house}</small>}
      {trade.amount}
    </span>
  </li>
);
