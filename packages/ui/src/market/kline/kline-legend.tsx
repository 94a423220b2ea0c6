import { showPrice } from '@app/money';
import { volumeText } from './drawn-bar.ts';
import type { KlineLabels } from './kline-source.ts';
import type { KlineLegend as Legend } from './legend-values.ts';

type Props = {
  legend: Legend | undefined;
  labels: KlineLabels;
  precision: number;
  volumePrecision: number;
  /** Formats the start time of a bar. */
  moment: (time: number) => string;
};

/** Shows the bar under the crosshair, or the last one, as text above the candles, never under the thumb. */
export function KlineLegend({ legend, labels, precision, volumePrecision, moment }: Props) {
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
