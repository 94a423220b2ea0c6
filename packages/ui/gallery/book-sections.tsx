import { useState } from 'react';
import {
  type BookSource,
  type BookView,
  DepthChart,
  OrderBook,
  Segmented,
  showToast,
  TradesTape,
} from '../src/index.ts';
import { EMPTY_BOOK, LIVE_BOOK, STILL_BOOK, TAPE, THIN_BOOK, WAITED_BOOK, WAITED_TAPE } from './book-samples.ts';
import { price } from './data-samples.ts';
import type { Section } from './section.ts';

const LABELS = { label: 'Order book BTC/USDT', price: 'Price (USDT)', amount: 'BTC', bid: 'Bid', ask: 'Ask' };
const WIDE_LABELS = { ...LABELS, amount: 'Amount (BTC)' };
const DEPTH_LABELS = {
  label: 'Depth BTC/USDT',
  bids: 'Bids',
  asks: 'Asks',
  middle: 'Middle',
  price: 'Price',
  sum: 'Sum',
};
const TAPE_LABELS = {
  label: 'Trades',
  time: 'Time',
  price: 'Price (USDT)',
  amount: 'Amount (BTC)',
  buy: 'Bought',
  sell: 'Sold',
  house: 'House',
};
const OWN = [
  { side: 'bid', price: price('67840') },
  { side: 'ask', price: price('67847.2') },
] as const;
const COMMON = { rows: 7, step: price('0.1'), precision: 1, lotPrecision: 4, labels: LABELS } as const;
const MIDDLE = (
  <>
    <b className="tone-up">67,842.1</b>
    <span className="text-micro text-ink-3">≈ $67,842.10</span>
  </>
);
const VIEWS = ['both', 'bids', 'asks'] as const;

function Columns() {
  const [view, setView] = useState<BookView>('both');
  const [step, setStep] = useState('0.1');
  const column = (source: BookSource) => (
    <div className="w-36">
      <OrderBook
        {...COMMON}
        source={source}
        view={view}
        own={OWN}
        middle={MIDDLE}
        step={price(step)}
        onPick={(picked, side) => showToast(`${side} ${picked}`)}
        onHold={({ side }) => showToast(`held ${side}`)}
      />
    </div>
  );
  return (
    <div className="grid gap-3">
      <Segmented
        label="View"
        value={view}
        onChange={setView}
        options={VIEWS.map((one) => ({ value: one, label: one }))}
      />
      <Segmented
        label="Step"
        value={step}
        onChange={setStep}
        options={['0.1', '1', '10'].map((one) => ({ value: one, label: one }))}
      />
      <div className="flex justify-between">
        {column(STILL_BOOK)}
        {column(LIVE_BOOK)}
      </div>
    </div>
  );
}

export const bookSections: readonly Section[] = [
  { title: 'Order book', body: <Columns /> },
  {
    title: 'Order book beside itself',
    body: <OrderBook {...COMMON} labels={WIDE_LABELS} source={STILL_BOOK} own={OWN} layout="wide" />,
  },
  {
    title: 'Order books with little in them',
    body: (
      <div className="grid grid-cols-3 gap-4">
        <OrderBook {...COMMON} source={THIN_BOOK} middle={MIDDLE} isStale />
        <OrderBook {...COMMON} source={EMPTY_BOOK} middle="—" />
        <OrderBook {...COMMON} source={WAITED_BOOK} middle="—" />
      </div>
    ),
  },
  {
    title: 'Depth',
    body: <DepthChart source={STILL_BOOK} precision={1} lotPrecision={4} labels={DEPTH_LABELS} />,
  },
  { title: 'Trades', body: <TradesTape source={TAPE} rows={12} labels={TAPE_LABELS} /> },
  {
    title: 'Trades and a wide book on their way',
    body: (
      <div className="grid gap-4">
        <TradesTape source={WAITED_TAPE} rows={4} labels={TAPE_LABELS} />
        <OrderBook {...COMMON} rows={4} labels={WIDE_LABELS} source={WAITED_BOOK} layout="wide" />
      </div>
    ),
  },
];
