import { showAmount } from '@app/money';
import type { KlineMark, KlineTrade } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { ownFillsQuery, useOpenOrders } from '../../../data/account/orders.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { quotes } from '../../../data/market/quotes.ts';
import { isVisitor, useSessionScope } from '../../../data/session/session.ts';
import { orderLevels } from './order-levels.ts';
import { useChartChoices } from './use-chart-choices.ts';

/** Returns the price levels drawn on the chart: the day's open and the user's open orders. */
export function useMarks(market: MarketInfo): readonly KlineMark[] {
  const text = useText();
  const { symbol } = market;
  const listen = useCallback((onChange: () => void) => quotes.listenTo(symbol, onChange), [symbol]);
  const open = useSyncExternalStore(listen, () => quotes.quoteOf(symbol)?.open);
  const orders = useOrderMarks(market);
  return useMemo(() => {
    const day = { id: 'open', label: text('chart.open'), kind: 'open' } as const;
    return [...(open === undefined ? [] : [{ ...day, value: open }]), ...orders];
  }, [open, orders, text]);
}

function useOrderMarks({ symbol, lot_precision }: MarketInfo): readonly KlineMark[] {
  const text = useText();
  const isOn = useChartChoices(({ own }) => own);
  const { data } = useOpenOrders();
  return useMemo(
    () =>
      orderLevels(isOn && data !== undefined ? data : [], symbol).map(({ side, price, left }) => ({
        id: `${side} ${price}`,
        value: price,
        label: text(`chart.order.${side}`, { amount: showAmount(left, lot_precision) }),
        kind: 'order',
      })),
    [isOn, data, symbol, lot_precision, text],
  );
}

/** Returns the user's buys and sells. Sends no request for a market without spot. */
export function useOwnTrades({ symbol, products }: MarketInfo): readonly KlineTrade[] {
  const text = useText();
  const scope = useSessionScope();
  const isOn = useChartChoices(({ own }) => own) && products.includes('spot') && !isVisitor(scope);
  const { data } = useQuery({ ...ownFillsQuery(scope, symbol), enabled: isOn });
  return useMemo(
    () =>
      (isOn ? (data ?? []) : []).map(({ id, at, type: side }) => ({
        id: String(id),
        time: at,
        side,
        letter: text(`chart.short.${side}`),
      })),
    [isOn, data, text],
  );
}
