import { useRef, useState } from 'react';
import {
  Button,
  type CandleStyle,
  KlineChart,
  type KlineHandle,
  type KlineIndicator,
  type KlineMark,
  type KlineSource,
} from '../src/index.ts';
import { generatedBars, generatedSource } from './chart-samples.ts';
import { price } from './data-samples.ts';
import type { Section } from './section.ts';

const LABELS = {
  time: 'Time',
  open: 'Open',
  high: 'High',
  low: 'Low',
  close: 'Close',
  volume: 'Volume',
  locale: 'en',
};
const MARKS: readonly KlineMark[] = [
  { id: 'open', value: price('66616.4'), label: 'Open 00:00', kind: 'open' },
  { id: 'order', value: price('67200'), label: 'Buy 0.02000', kind: 'order' },
  { id: 'liquidation', value: price('66190'), label: 'Liquidation', kind: 'danger' },
];
const STYLES: readonly CandleStyle[] = [
  'candle_solid',
  'candle_stroke',
  'candle_up_stroke',
  'candle_down_stroke',
  'ohlc',
  'area',
];
const BARS = generatedBars(92);
const STILL = generatedSource('still', BARS);
const ALIVE = generatedSource('alive', BARS, true);
const LOST: KlineSource = { ...STILL, key: 'lost', load: () => new Promise(() => undefined) };

const COMMON = {
  period: { unit: 'hour', count: 1 },
  precision: 1,
  volumePrecision: 1,
  timeZone: 'UTC',
  look: '',
  labels: LABELS,
} as const;
const FULL: readonly KlineIndicator[] = ['MA', 'VOL'];
const BELOW: readonly KlineIndicator[] = ['BOLL', 'VOL', 'MACD', 'KDJ'];

const Frame = ({ children, isHigh = false }: { children: React.ReactNode; isHigh?: boolean }) => (
  <div className={`flex ${isHigh ? 'h-96' : 'h-64'}`}>{children}</div>
);

function Candles() {
  const handle = useRef<KlineHandle>(null);
  const [isAlive, setAlive] = useState(new URLSearchParams(location.search).has('live'));
  return (
    <div className="grid gap-2">
      <Frame isHigh>
        <KlineChart
          {...COMMON}
          source={isAlive ? ALIVE : STILL}
          style="candle_solid"
          indicators={FULL}
          marks={MARKS}
          label="BTC/USDT, candles of one hour"
          handle={handle}
        />
      </Frame>
      <div className="flex flex-wrap gap-2">
        {(['zoomIn', 'zoomOut', 'earlier', 'later', 'fit'] as const).map((move) => (
          <Button key={move} size="small" onClick={() => handle.current?.[move]()}>
            {move}
          </Button>
        ))}
        <Button size="small" onClick={() => setAlive(!isAlive)}>
          live
        </Button>
      </div>
    </div>
  );
}

const CandleStyles = () => (
  <div className="grid gap-4 lg:grid-cols-3">
    {STYLES.map((style) => (
      <Frame key={style}>
        <KlineChart {...COMMON} source={STILL} style={style} indicators={[]} label={style} />
      </Frame>
    ))}
  </div>
);

export const chartSections: readonly Section[] = [
  { title: 'Candles', body: <Candles /> },
  {
    title: 'Panes below candles',
    body: (
      <Frame isHigh>
        <KlineChart {...COMMON} source={STILL} style="candle_solid" indicators={BELOW} label="Panes" />
      </Frame>
    ),
  },
  {
    title: 'Candles on their way',
    body: (
      <Frame>
        <KlineChart {...COMMON} source={LOST} style="candle_solid" indicators={FULL} label="Loading" />
      </Frame>
    ),
  },
  { title: 'Candle styles', body: <CandleStyles />, wide: true },
];
