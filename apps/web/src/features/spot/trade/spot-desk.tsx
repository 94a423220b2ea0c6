import { SkeletonChart } from '@app/ui';
import { Slot } from '../../../data/app/slots.tsx';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { BookColumn } from '../book/book-column.tsx';
import { LaterOrdersTabs } from './later-orders-tabs.tsx';
import { OrderForm } from './order-form.tsx';
import { SpotAccount } from './spot-account.tsx';
import { useOrderForm } from './use-order-form.ts';

/** Rows per side of the order book at a usual window height. */
const ROWS = 13;

/** Lays out the wide screen: chart above the user's orders, order book, and form, each scrolling separately. */
export function SpotDesk({ market }: { market: MarketInfo }) {
  const entry = useOrderForm(market);
  const { pick, hold } = entry.actions;
  return (
    <div className="desk">
      <section className="desk__chart">
        <Slot name="market.quote" symbol={market.symbol} loading={<div className="h-29" />} />
        <div className="flex h-104 flex-none flex-col">
          <Slot name="market.chart" symbol={market.symbol} loading={<SkeletonChart height={360} />} />
        </div>
        <div data-coach="orders">
          <LaterOrdersTabs market={market} />
        </div>
      </section>
      <section className="desk__col">
        <BookColumn market={market} rows={ROWS} onPick={pick} onHold={({ side, price }) => hold(side, price)} />
      </section>
      <section className="desk__col desk__form">
        <OrderForm market={market} entry={entry} />
        <SpotAccount market={market} />
      </section>
    </div>
  );
}
