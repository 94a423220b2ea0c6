import { Slot } from '../../../data/app/slots.tsx';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { BookColumn } from '../book/book-column.tsx';
import { LaterOrdersTabs } from './later-orders-tabs.tsx';
import { OrderForm } from './order-form.tsx';
import { useOrderForm } from './use-order-form.ts';

/** Rows per side; with the price between them the order book is as high as the form. */
const ROWS = 7;

/** Lays out the form and the order book side by side, with the user's order tabs below. */
export function SpotPhone({ market }: { market: MarketInfo }) {
  const entry = useOrderForm(market);
  const { pick, hold } = entry.actions;
  return (
    <>
      <section className="trade">
        <OrderForm market={market} entry={entry} />
        <BookColumn market={market} rows={ROWS} onPick={pick} onHold={({ side, price }) => hold(side, price)} />
      </section>
      <div className="mt-3">
        <Slot name="market.strip" symbol={market.symbol} loading={<div className="h-11" />} />
      </div>
      <div data-coach="orders">
        <LaterOrdersTabs market={market} />
      </div>
    </>
  );
}
