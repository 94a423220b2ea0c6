import { isVisitor } from '@app/client/session';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import { buttonClass, Checkbox, Delayed, Empty, Panel, SkeletonRows, Tabs } from '@app/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefCallback, useCallback, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { create } from 'zustand';
import { type Balance, ownedIn, useBalances } from '../../../data/account/balances.ts';
import { type Costs, unrealisedIn, useCosts } from '../../../data/account/costs.ts';
import { type Order, useOpenOrders } from '../../../data/account/orders.ts';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { storage } from '../../../lib/storage.ts';
import { historyQuery } from './history.ts';
import { HoldingRow } from './holdings-row.tsx';
import { ClosedTag } from './order-parts.tsx';
import { OrderRow } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';
import { OpenOrders } from './orders-open.tsx';
import { OrderGhosts, OrdersFailed } from './orders-states.tsx';
import { useOrderFromAddress } from './use-order-from-address.ts';
import { usePlaces } from './use-places.ts';

/** Minimum width of the open orders table, in the language with the longest texts. */
const TABLE_PX = 704;

const TABS = ['open', 'holdings', 'history'] as const;

/** Shows the user's open orders, coins and order history. */
export function OrdersTabs({ market }: { market: MarketInfo }) {
  const text = useText();
  const [tab, setTab] = useState<(typeof TABS)[number]>('open');
  const { isHidden } = useHiddenPairs();
  const symbol = isHidden ? market.symbol : undefined;
  const isNobodys = isVisitor(useSessionScope());
  const { data: open } = useOpenOrders();
  const count = open?.filter((order) => symbol === undefined || order.symbol === symbol).length;
  const { container, fits } = useFits(TABLE_PX);
  return (
    <div ref={container}>
      <Tabs
        label={text('spot.orders.tabs')}
        tabs={TABS.map((value) => ({
          value,
          label: text(`spot.orders.tab.${value}`),
          ...(value === 'open' && count !== undefined && { count }),
        }))}
        value={tab}
        onChange={setTab}
        end={fits && !isNobodys && tab !== 'holdings' ? <HidePairs /> : undefined}
      >
        {isNobodys ? (
          <OrdersVisitor />
        ) : (
          <Panel key={tab} loading={<OrderGhosts count={2} />}>
            {tab === 'open' && (
              <OpenOrders
                symbol={symbol}
                showAll={{ label: text('spot.orders.none.show'), go: () => hideOtherPairs(false) }}
                filters={fits ? undefined : <HidePairs />}
                isTable={fits}
              />
            )}
            {tab === 'holdings' && <Holdings />}
            {tab === 'history' && !fits && (
              <div className="order-tools">
                <HidePairs />
              </div>
            )}
            {tab === 'history' && <RecentOrders symbol={symbol} />}
          </Panel>
        )}
      </Tabs>
    </div>
  );
}

function HidePairs() {
  const text = useText();
  const { isHidden } = useHiddenPairs();
  return (
    <Checkbox checked={isHidden} onChange={hideOtherPairs}>
      {text('spot.orders.hide')}
    </Checkbox>
  );
}

const KEPT_AS = 'other_pairs_hidden';

/** Whether the lists under a form show only that form's pair. */
const useHiddenPairs = create(() => ({ isHidden: storage.read(KEPT_AS) === true }));

function hideOtherPairs(isHidden: boolean): void {
  storage.write(KEPT_AS, isHidden);
  useHiddenPairs.setState({ isHidden });
}

/** Shows a visitor one line and the login link. */
function OrdersVisitor() {
  const text = useText();
  const { pathname, search } = useLocation();
  return (
    <p className="px-gutter py-6 text-center text-body text-ink-2">
      {text('spot.orders.visitor')}{' '}
      <Link className="hit text-brand" to={loginWithReturn(`${pathname}${search}`)}>
        {text('spot.orders.login')}
      </Link>
    </p>
  );
}

/**
 * Reports whether an element is at least this wide, measured before first paint; the pane's width matters, not the
 * window's.
 */
function useFits(neededPx: number): { container: RefCallback<HTMLElement>; fits: boolean } {
  const [fits, setFits] = useState(false);
  const container = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const measure = () => setFits(element.clientWidth >= neededPx);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [neededPx],
  );
  return { container, fits };
}

const TRANSFER = '/pages/fund/transfer?to=exchange';

/** Lists the coins that spot orders are paid from, each linking to its market. */
function Holdings() {
  const text = useText();
  const { data, error, refetch } = useBalances();
  const costs = useCosts(data?.seq);
  if (data === undefined && error === null)
    return (
      <Delayed>
        <SkeletonRows count={2} />
      </Delayed>
    );
  if (data === undefined) return <OrdersFailed error={error} onRetry={refetch} />;
  const held = data.list.filter((balance) => balance.account === 'exchange' && ownedIn(balance) > 0n);
  if (held.length === 0)
    return (
      <Empty
        title={text('spot.orders.none.coins')}
        text={text('spot.orders.none.coins.text')}
        action={
          <Link className={buttonClass({ size: 'small' })} to={TRANSFER}>
            {text('spot.orders.transfer')}
          </Link>
        }
      />
    );
  return (
    <>
      <ul aria-label={text('spot.orders.tab.holdings')}>
        {held.map((balance) => (
          <li key={balance.currency}>
            <CostRow balance={balance} costs={costs} />
          </li>
        ))}
      </ul>
      <div className="px-gutter py-3">
        <Link className={buttonClass({ wide: true })} to={TRANSFER}>
          {text('spot.orders.transfer')}
        </Link>
      </div>
    </>
  );
}

/** Shows a coin with its average cost and result, of all accounts together: costs are not kept by account. */
function CostRow({ balance, costs }: { balance: Balance; costs: Costs | undefined }) {
  const quote = useQuote(`${balance.currency}/${WORTH_CURRENCY}`);
  return <HoldingRow balance={balance} unrealised={unrealisedIn(costs, balance.currency, () => quote?.price)} />;
}

/** Lists the last ten closed orders, of one pair or of all, with a link to the rest. */
function RecentOrders({ symbol }: { symbol: string | undefined }) {
  const text = useText();
  const request = { status: 'closed', ...(symbol !== undefined && { symbol }) } as const;
  const { data, error, refetch } = useInfiniteQuery(historyQuery(useSessionScope(), request));
  if (data === undefined && error === null) return <OrderGhosts count={3} />;
  if (data === undefined) return <OrdersFailed error={error} onRetry={refetch} />;
  const orders = data.pages[0]?.list ?? [];
  if (orders.length === 0)
    return <Empty title={text('spot.orders.none.history')} text={text('spot.orders.none.history.text')} />;
  return <Recent orders={orders} symbol={symbol} />;
}

function Recent({ orders, symbol }: { orders: readonly Order[]; symbol: string | undefined }) {
  const text = useText();
  const places = usePlaces();
  const details = useOrderFromAddress('order');
  const address = new URLSearchParams({ tab: 'history', ...(symbol !== undefined && { symbol }) });
  return (
    <>
      <ul aria-label={text('spot.orders.tab.history')}>
        {orders.map((order) => (
          <li key={String(order.id)}>
            <OrderRow
              order={order}
              places={places(order.symbol)}
              onOpen={() => details.show(order)}
              trail={<ClosedTag order={order} />}
            />
          </li>
        ))}
      </ul>
      <div className="px-gutter py-3">
        <Link className={buttonClass({ wide: true })} to={`/pages/transaction/currency_order?${address}`}>
          {text('spot.orders.all')}
        </Link>
      </div>
      <OrderSheet target={details} />
    </>
  );
}
