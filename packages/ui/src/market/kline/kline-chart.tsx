import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { KlineLegend } from './kline-legend.tsx';
import type {
  CandleStyle,
  KlineHandle,
  KlineIndicator,
  KlineLabels,
  KlineMark,
  KlinePeriod,
  KlineSource,
  KlineState,
  KlineTrade,
} from './kline-source.ts';
import type { KlineStage } from './kline-stage.ts';
import type { KlineLegend as Legend } from './legend-values.ts';
import { timeLabels } from './time-labels.ts';
import { useStage } from './use-stage.ts';

type Props = {
  source: KlineSource;
  period: KlinePeriod;
  precision: number;
  volumePrecision: number;
  style: CandleStyle;
  indicators: readonly KlineIndicator[];
  marks?: readonly KlineMark[];
  trades?: readonly KlineTrade[];
  /** Changes with theme and price mode: the tokens are read again. */
  look: string;
  words: KlineLabels;
  timeZone: string;
  label: string;
  handle?: Ref<KlineHandle>;
  onState?: (state: KlineState) => void;
  /** Another number tries again what failed. */
  retryKey?: number;
};

const NO_MARKS: readonly KlineMark[] = [];
const NO_TRADES: readonly KlineTrade[] = [];

/** Candles with history, live bars, indicators and named levels. It fills its place and takes every gesture in it. */
export function KlineChart({ onState, retryKey = 0, handle, label, ...shown }: Props) {
  const { source, period, precision, volumePrecision, words, timeZone } = shown;
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<KlineState>('loading');
  const [legend, setLegend] = useState<{ key: string; legend: Legend }>();
  const tell = (next: KlineState) => {
    setState(next);
    onState?.(next);
  };
  const events = { onState: tell, onLegend: (next: Legend) => setLegend({ key: source.key, legend: next }) };
  const stage = useStage(place, events, retryKey);
  useShown(stage, shown);
  useImperativeHandle(handle, () => handleWithin(stage), [stage]);
  const { moment } = useMemo(
    () => timeLabels(words.locale, timeZone, period.unit),
    [words.locale, timeZone, period.unit],
  );
  const current = legend?.key === source.key && state === 'ready' ? legend.legend : undefined;
  return (
    <div className="kline">
      <KlineLegend legend={current} {...{ words, precision, volumePrecision, moment }} />
      <div className={`kline__plot kline__plot--${state}`} data-chart={state}>
        <div ref={place} className="kline__canvas" role="img" aria-label={label} />
        {state === 'loading' && <i className="kline__ghost" />}
      </div>
    </div>
  );
}

/** Each thing that can change by itself changes by itself: a new colour does not begin the series anew. */
function useShown(stage: KlineStage | undefined, shown: Omit<Props, 'label' | 'handle'>): void {
  const { source, period, precision, volumePrecision, style, look, indicators, marks = NO_MARKS, timeZone } = shown;
  const { trades = NO_TRADES } = shown;
  const { locale } = shown.words;
  const { unit, count } = period;
  // Lists are compared by what they say, because a parent may make them anew with every price.
  const chosen = indicators.join(' ');
  const levels = marks.map(({ id, kind, value, word }) => `${id} ${kind} ${value} ${word}`).join('\n');
  const traded = trades.map(({ id, letter }) => `${id}${letter}`).join(' ');
  const setIndicators = useEffectEvent((on: KlineStage | undefined, _chosen: string) => on?.setIndicators(indicators));
  const setMarks = useEffectEvent((on: KlineStage | undefined, _levels: string) => on?.setMarks(marks));
  const setTrades = useEffectEvent((on: KlineStage | undefined, _traded: string) => on?.setTrades(trades));
  const show = useEffectEvent((on: KlineStage | undefined, _key: string) =>
    on?.show(source, period, { price: precision, volume: volumePrecision }),
  );
  useEffect(() => dressed(stage, style, look), [stage, style, look]);
  useEffect(() => setIndicators(stage, chosen), [stage, chosen]);
  useEffect(() => stage?.setTimes(locale, timeZone, { unit, count }), [stage, locale, timeZone, unit, count]);
  useEffect(
    () => show(stage, `${source.key} ${precision} ${volumePrecision}`),
    [stage, source.key, precision, volumePrecision],
  );
  useEffect(() => setMarks(stage, `${levels} ${precision}`), [stage, levels, precision]);
  useEffect(() => setTrades(stage, traded), [stage, traded]);
}

/** At once, and again in a frame: who changes the look may do so after its children were told. */
function dressed(stage: KlineStage | undefined, style: CandleStyle, _look: string): (() => void) | undefined {
  if (stage === undefined) return undefined;
  stage.dress(style);
  const frame = requestAnimationFrame(() => stage.dress(style));
  return () => cancelAnimationFrame(frame);
}

const nothing = () => undefined;

const handleWithin = (stage: KlineStage | undefined): KlineHandle =>
  stage?.handle ?? { zoomIn: nothing, zoomOut: nothing, earlier: nothing, later: nothing, fit: nothing };
