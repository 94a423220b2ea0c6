import { ErrorPanel, KlineChart, type KlineHandle, type KlineLabels, type KlineState, Tag } from '@app/ui';
import { type RefObject, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { usePreferences } from '../../../data/app/preferences.ts';
import { useLocale, useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import type { Candles } from './candles.ts';
import { inChart } from './chart-choices.ts';
import { useLook } from './chart-look.ts';
import { useMarks, useOwnTrades } from './chart-marks.ts';
import { useChartChoices } from './use-chart-choices.ts';

type Props = { market: MarketInfo; source: Candles; handle: RefObject<KlineHandle | null> };

/** A chart that failed to load also retries automatically, since no user may be watching. */
const TRY_AGAIN_MS = 10_000;
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

/** Draws the candles of a market in the available space. */
export function ChartCandles({ market, source, handle }: Props) {
  const text = useText();
  const { period, indicators } = useChartChoices();
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
        {...{ source, handle, style, indicators, timeZone, label, onState }}
        period={inChart(period)}
        precision={market.precision}
        volumePrecision={market.lot_precision}
        marks={useMarks(market)}
        trades={useOwnTrades(market)}
        look={useLook()}
        labels={useKlineLabels(market)}
        retryKey={attempt}
      />
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
