import { showPrice } from '@app/money';
import { AreaCurve, buttonClass, ErrorPanel, SkeletonChart } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { chartAddress, type Spark } from './mover-line.ts';

type Props = {
  symbol: string;
  day: Spark;
  isStale: boolean;
  sparks: { readonly isPending: boolean; readonly isError: boolean; readonly refetch: () => unknown };
};

/** Fewer points do not make a curve. */
const POINTS_MIN = 2;
const HEIGHT = 160;

/** Shows the last day against its open, with a link to the candles; always 220 px high, whatever has loaded. */
export function StripCurve({ symbol, ...known }: Props) {
  const text = useText();
  return (
    <div className="h-55 px-gutter">
      <Day {...{ symbol, ...known }} />
      <Link className={`mt-2 ${buttonClass({ size: 'small', wide: true })}`} to={chartAddress(symbol)}>
        {text('market.strip.open')}
      </Link>
    </div>
  );
}

function Day({ symbol, day: { open, values }, isStale, sparks }: Props) {
  const text = useText();
  const precision = useMarkets().find((it) => it.symbol === symbol)?.precision;
  if (sparks.isPending) return <SkeletonChart height={HEIGHT} />;
  if (sparks.isError && values.length < POINTS_MIN)
    return (
      <div className="h-40">
        <ErrorPanel
          title={text('system.load.failed')}
          retry={{ label: text('system.retry'), go: () => void sparks.refetch() }}
        />
      </div>
    );
  const name = text('market.strip.mark', { price: showPrice(open, precision) });
  return (
    <div className={isStale ? 'stale' : ''}>
      <AreaCurve
        values={values}
        mark={{ value: open, name }}
        label={text('market.strip.label', { symbol })}
        height={HEIGHT}
      />
    </div>
  );
}
