import { showPrice } from '@app/money';
import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { volumeText } from './drawn-bar.ts';
import { KlineRenderer, type RendererEvents } from './kline-renderer.ts';
import type {
  CandleStyle,
  KlineDrag,
  KlineHandle,
  KlineIndicator,
  KlineLabels,
  KlineMark,
  KlineParams,
  KlinePeriod,
  KlineSource,
  KlineState,
  KlineTrade,
} from './kline-source.ts';
import type { KlineLegend as Legend } from './legend-values.ts';
import { loadLibrary } from './load-library.ts';
import { timeLabels } from './time-labels.ts';

type Props = {
  source: KlineSource;
  period: KlinePeriod;
  precision: number;
  volumePrecision: number;
  style: CandleStyle;
  indicators: readonly KlineIndicator[];
  params?: KlineParams;
  marks?: readonly KlineMark[];
  trades?: readonly KlineTrade[];
  /** A level that may be moved is being dragged. */
  onDrag?: ((drag: KlineDrag) => void) | undefined;
  /** Returns what is shown below the last price, asked every second; empty: nothing. */
  countdown?: (() => string) | undefined;
  /** Changes with theme and price mode, which makes the chart read the tokens again. */
  look: string;
  labels: KlineLabels;
  timeZone: string;
  label: string;
  handle?: Ref<KlineHandle>;
  onState?: (state: KlineState) => void;
  /** A new number retries whatever failed. */
  retryKey?: number;
};

const NO_MARKS: readonly KlineMark[] = [];
const NO_TRADES: readonly KlineTrade[] = [];
const NO_PARAMS: KlineParams = {};

/**
 * Charts candles with history, live bars, indicators and named levels. It fills its container and captures every
 * gesture in it.
 */
export function KlineChart({ onState, onDrag, retryKey = 0, handle, label, ...shown }: Props) {
  const { source, period, precision, volumePrecision, labels, timeZone } = shown;
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<KlineState>('loading');
  const [legend, setLegend] = useState<{ key: string; legend: Legend }>();
  const showState = (next: KlineState) => {
    setState(next);
    onState?.(next);
  };
  const events = {
    onState: showState,
    onLegend: (next: Legend) => setLegend({ key: source.key, legend: next }),
    onDrag: (drag: KlineDrag) => onDrag?.(drag),
  };
  const renderer = useRenderer(container, events, retryKey);
  useShown(renderer, shown);
  useImperativeHandle(handle, () => handleWithin(renderer), [renderer]);
  const { moment } = useMemo(
    () => timeLabels(labels.locale, timeZone, period.unit),
    [labels.locale, timeZone, period.unit],
  );
  const current = legend?.key === source.key && state === 'ready' ? legend.legend : undefined;
  return (
    <div className="kline">
      <KlineLegend
        legend={current}
        labels={labels}
        precision={precision}
        volumePrecision={volumePrecision}
        moment={moment}
      />
      <div className={`kline__plot kline__plot--${state}`} data-chart={state}>
        <div ref={container} className="kline__canvas" role="img" aria-label={label} />
        {state === 'loading' && <i className="kline__ghost" />}
      </div>
    </div>
  );
}

/** Applies each property separately: a new colour does not restart the series. */
function useShown(renderer: KlineRenderer | undefined, shown: Omit<Props, 'label' | 'handle'>): void {
  const { source, period, precision, volumePrecision, style, look, indicators, marks = NO_MARKS, timeZone } = shown;
  const { trades = NO_TRADES, params = NO_PARAMS, countdown } = shown;
  const { locale } = shown.labels;
  const { unit, count } = period;
  // Lists are compared by content, because a parent may create new ones with every price.
  const chosen = indicators.map((name) => `${name} ${params[name]?.join(',') ?? ''}`).join(' ');
  const levels = marks
    .map(({ id, kind, value, label, anchor, isMovable }) => `${id} ${kind} ${value} ${label} ${anchor} ${isMovable}`)
    .join('\n');
  const traded = trades.map(({ id, letter }) => `${id}${letter}`).join(' ');
  const setIndicators = useEffectEvent((on: KlineRenderer | undefined, _chosen: string) =>
    on?.setIndicators(indicators, params),
  );
  const setMarks = useEffectEvent((on: KlineRenderer | undefined, _levels: string) => on?.setMarks(marks));
  const setTrades = useEffectEvent((on: KlineRenderer | undefined, _traded: string) => on?.setTrades(trades));
  const show = useEffectEvent((on: KlineRenderer | undefined, _key: string) =>
    on?.show(source, period, { price: precision, volume: volumePrecision }),
  );
  useEffect(() => dressed(renderer, style, look), [renderer, style, look]);
  useEffect(() => setIndicators(renderer, chosen), [renderer, chosen]);
  useEffect(() => renderer?.setTimes(locale, timeZone, { unit, count }), [renderer, locale, timeZone, unit, count]);
  useEffect(
    () => show(renderer, `${source.key} ${precision} ${volumePrecision}`),
    [renderer, source.key, precision, volumePrecision],
  );
  useEffect(() => setMarks(renderer, `${levels} ${precision}`), [renderer, levels, precision]);
  useEffect(() => setTrades(renderer, traded), [renderer, traded]);
  useEffect(() => renderer?.setCountdown(countdown), [renderer, countdown]);
}

/**
 * Applies the look now and again in the next frame: a parent may change the look after the effects of its children ran.
 */
function dressed(renderer: KlineRenderer | undefined, style: CandleStyle, _look: string): (() => void) | undefined {
  if (renderer === undefined) return undefined;
  renderer.dress(style);
  const frame = requestAnimationFrame(() => renderer.dress(style));
  return () => cancelAnimationFrame(frame);
}

const nothing = () => undefined;

const handleWithin = (renderer: KlineRenderer | undefined): KlineHandle =>
  renderer?.handle ?? { zoomIn: nothing, zoomOut: nothing, earlier: nothing, later: nothing, fit: nothing };

/** Creates the chart on an element once the library is loaded. A new `retryKey` retries whatever failed. */
function useRenderer(
  container: RefObject<HTMLElement | null>,
  events: RendererEvents,
  retryKey: number,
): KlineRenderer | undefined {
  const [renderer, setRenderer] = useState<KlineRenderer>();
  const [attempt, setAttempt] = useState(retryKey);
  const onState = useEffectEvent(events.onState);
  const onLegend = useEffectEvent(events.onLegend);
  const onDrag = useEffectEvent(events.onDrag);
  useEffect(() => {
    let isGone = false;
    let made: KlineRenderer | undefined;
    const make = (library: Awaited<ReturnType<typeof loadLibrary>>) => {
      if (isGone || container.current === null) return;
      made = new KlineRenderer(library, container.current, {
        onState: (state) => onState(state),
        onLegend: (legend) => onLegend(legend),
        onDrag: (drag) => onDrag(drag),
      });
      setRenderer(made);
    };
    // A new attempt triggers loading, though its value is not used.
    if (attempt >= 0) loadLibrary().then(make, () => !isGone && onState('failed'));
    return () => {
      isGone = true;
      made?.dispose();
      setRenderer(undefined);
    };
  }, [container, attempt]);
  const retry = useEffectEvent((key: number) => {
    if (renderer === undefined) setAttempt(key);
    else renderer.retry();
  });
  useEffect(() => retry(retryKey), [retryKey]);
  return renderer;
}

type KlineLegendProps = {
  legend: Legend | undefined;
  labels: KlineLabels;
  precision: number;
  volumePrecision: number;
  /** Formats the start time of a bar. */
  moment: (time: number) => string;
};

/** Shows the bar under the crosshair, or the last one, as text above the candles, never under the thumb. */
function KlineLegend({ legend, labels, precision, volumePrecision, moment }: KlineLegendProps) {
  if (legend === undefined) return <dl className="klegend" />;
  const { bar, isLast, values } = legend;
  return (
    <dl className="klegend">
      {!isLast && (
        <div className="klegend__time">
          <dt className="sr-only">{labels.time}</dt>
          <dd>{moment(bar.time)}</dd>
        </div>
      )}
      {(['open', 'high', 'low', 'close'] as const).map((name) => (
        <Value key={name} name={labels[name]} text={showPrice(bar[name], precision)} />
      ))}
      <Value name={labels.volume} text={volumeText(bar.volume, volumePrecision)} />
      {bar.simulated && labels.simulated !== undefined && <Value name={labels.simulated} text="" />}
      {values.map(({ name, text, series }) => (
        <Value key={name} name={name} text={text} series={series} />
      ))}
    </dl>
  );
}

const Value = ({ name, text, series }: { name: string; text: string; series?: 1 | 2 }) => (
  <div className={series === undefined ? undefined : `klegend__line klegend__line--${series}`}>
    <dt>{name}</dt>
    <dd>{text}</dd>
  </div>
);
