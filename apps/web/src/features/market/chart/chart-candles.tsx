import { isVisitor } from '@app/client/session';
import type { Period } from '@app/domain/market';
import { showAmount } from '@app/money';
import {
  ErrorPanel,
  KlineChart,
  type KlineHandle,
  type KlineLabels,
  type KlineMark,
  type KlineState,
  type KlineTrade,
  Tag,
} from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { ownFillsQuery, useOpenOrders } from '../../../data/account/orders.ts';
import { usePreferences } from '../../../data/app/preferences.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useLocale, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { type ChartDrawing, NOTHING_DRAWN } from '../../../data/market/chart-drawing.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { quotes } from '../../../data/market/quotes.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { barLeftText } from './bar-left.ts';
import type { Candles } from './candles.ts';
import { inChart, useChartChoices } from './chart-choices.ts';
import type { ChartMode } from './chart-tabs.ts';
import { orderLevels } from './order-levels.ts';

type Props = {
  market: MarketInfo;
  /** Product whose orders, positions and trades are drawn. */
  mode: ChartMode | undefined;
  source: Candles;
  handle: RefObject<KlineHandle | null>;
};

/** A chart that failed to load also retries automatically, since no user may be watching. */
const TRY_AGAIN_MS = 10_000;
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** Draws the candles of a market in the available space. */
export function ChartCandles({ market, mode, source, handle }: Props) {
  const text = useText();
  const { period, indicators, params, own } = useChartChoices();
  const [drawing, draw] = useState(NOTHING_DRAWN);
  const isContract = mode === 'contract';
  const scope = useSessionScope();
  const hasOwn = own && !isVisitor(scope);
  const style = usePreferences(({ chartStyle }) => chartStyle);
  const { state, attempt, onState, retry } = useAttempts();
  const hasSimulated = useSyncExternalStore(source.watch, source.hasSimulated);
  const label = text('chart.label', { symbol: market.symbol, period: text(`chart.period.${period}`) });
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {hasSimulated && !market.simulated && (
        <p className="flex-none px-gutter">
          <Tag tone="info">{text('chart.simulated')}</Tag>
        </p>
      )}
      <KlineChart
        source={source}
        handle={handle}
        style={style}
        indicators={indicators}
        params={params}
        timeZone={timeZone}
        label={label}
        onState={onState}
        period={inChart(period)}
        precision={market.precision}
        volumePrecision={market.lot_precision}
        marks={useMarks(market, isContract ? drawing : undefined)}
        trades={useOwnTrades(market, isContract ? drawing : undefined)}
        onDrag={drawing.onDrag}
        countdown={useCountdownText(market.symbol, period)}
        look={useLook()}
        labels={useKlineLabels(market)}
        retryKey={attempt}
      />
      {isContract && hasOwn && state === 'ready' && (
        <Slot name="chart.contract-lines" symbol={market.symbol} draw={draw} />
      )}
      {state === 'failed' && (
        <div className="absolute inset-0 grid content-center bg-bg">
          <ErrorPanel
            title={text('system.load.failed')}
            text={text('system.load.offline')}
            retry={{ label: text('system.retry'), go: retry }}
          />
        </div>
      )}
    </div>
  );
}

function useAttempts() {
  const [state, onState] = useState<KlineState>('loading');
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  useEffect(() => {
    if (state !== 'failed') return undefined;
    const timer = setTimeout(retry, TRY_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, retry]);
  return { state, attempt, onState, retry };
}

/** Returns short labels, because one precedes every figure in the line above the candles. */
function useKlineLabels({ simulated }: MarketInfo): KlineLabels {
  const text = useText();
  const locale = useLocale();
  return useMemo(
    () => ({
      locale,
      time: text('chart.time'),
      open: text('chart.short.open'),
      high: text('chart.short.high'),
      low: text('chart.short.low'),
      close: text('chart.short.close'),
      volume: text('chart.short.volume'),
      simulated: simulated ? undefined : text('market.chart.simulated'),
    }),
    [text, locale, simulated],
  );
}

const LOOK = ['data-theme', 'data-price'];

function listen(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: LOOK });
  return () => observer.disconnect();
}

/**
 * Returns a key that changes when the canvas must read its colours again. Read from the document, which has resolved
 * the "as the device" setting.
 */
const useLook = (): string =>
  useSyncExternalStore(listen, () => LOOK.map((name) => document.documentElement.getAttribute(name)).join(' '));

/** Returns the time left of the open bar by the server's clock; nothing while the price stands still. */
function useCountdownText(symbol: string, period: Period): (() => string) | undefined {
  const isLive = usePriceState(symbol).kind === 'live';
  return useMemo(() => (isLive ? () => barLeftText(period, serverNow()) : undefined), [isLive, period]);
}

/** Returns the price levels on the chart: the day's open, and the user's open orders or what another feature draws. */
function useMarks(market: MarketInfo, drawing: ChartDrawing | undefined): readonly KlineMark[] {
  const text = useText();
  const { symbol } = market;
  const listen = useCallback((onChange: () => void) => quotes.listenTo(symbol, onChange), [symbol]);
  const open = useSyncExternalStore(listen, () => quotes.quoteOf(symbol)?.open);
  const orders = useOrderMarks(market, drawing === undefined);
  const own = drawing?.marks ?? orders;
  return useMemo(() => {
    const day = { id: 'open', label: text('chart.open'), kind: 'open' } as const;
    return [...(open === undefined ? [] : [{ ...day, value: open }]), ...own];
  }, [open, own, text]);
}

function useOrderMarks({ symbol, lot_precision }: MarketInfo, isSpot: boolean): readonly KlineMark[] {
  const text = useText();
  const isOn = useChartChoices(({ own }) => own) && isSpot;
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

/** Returns the user's spot trades, or what another feature draws. Sends no request for a market without spot. */
function useOwnTrades({ symbol, products }: MarketInfo, drawing: ChartDrawing | undefined): readonly KlineTrade[] {
  const text = useText();
  const scope = useSessionScope();
  const isShown = drawing === undefined && products.includes('spot') && !isVisitor(scope);
  const isOn = useChartChoices(({ own }) => own) && isShown;
  const { data } = useQuery({ ...ownFillsQuery(scope, symbol), enabled: isOn });
  const fills = useMemo(
    () =>
      (isOn ? (data ?? []) : []).map(({ id, at, type: side }) => ({
        id: String(id),
        time: at,
        side,
        letter: text(`chart.short.${side}`),
      })),
    [isOn, data, text],
  );
  return drawing?.trades ?? fills;
}
