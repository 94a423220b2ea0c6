import { ZERO } from '@app/money';
import { buttonClass, SkeletonChart } from '@app/ui';
import { Link } from 'react-router';
import { type Balance, useBalances } from '../../../data/account/balances.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { BookColumn } from '../book/book-column.tsx';
import { HoldingRow } from '../orders/holdings-row.tsx';
import { LaterOrdersTabs } from './later-orders-tabs.tsx';
import { OrderForm } from './order-form.tsx';
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

/** Shows the user's balances in a market's two coins; renders nothing until they are loaded. */
function SpotAccount({ market: { base, quote } }: { market: MarketInfo }) {
  const text = useText();
  const list = useBalances().data?.list;
  if (list === undefined) return null;
  return (
    <section className="desk__account" aria-label={text('spot.account')}>
      <h2 className="text-label text-ink-3">{text('spot.account')}</h2>
      <ul>
        {[quote, base].map((currency) => (
          <li key={currency}>
            <HoldingRow balance={inSpot(list, currency)} />
          </li>
        ))}
      </ul>
      <Link className={buttonClass({ wide: true })} to="/pages/fund/transfer?to=exchange">
        {text('spot.orders.transfer')}
      </Link>
    </section>
  );
}

/** Returns a spot balance. A coin the user never held is missing from the list. */
const inSpot = (list: readonly Balance[], currency: string): Balance =>
  list.find((balance) => balance.account === 'exchange' && balance.currency === currency) ?? {
    account: 'exchange',
    currency,
    available: ZERO,
    frozen: ZERO,
  };
