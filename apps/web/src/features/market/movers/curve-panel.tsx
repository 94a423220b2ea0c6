import { showPrice } from '@app/money';
import { AreaCurve, Waterline } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { marketsQuery } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { liveSpark } from './mover-line.ts';
import { useDeadPrices } from './mover-standing.tsx';
import { sparksQuery } from './sparks.ts';

/** Fewer points do not make a curve. */
const POINTS_MIN = 2;

/**
 * Shows a market's last day against its open. On failure it shows only the line and the wave, because it is the first
 * thing a visitor sees.
 */
export default function CurvePanel({ symbol }: { symbol: string }) {
  const text = useText();
  const quote = useQuote(symbol);
  const isDead = useDeadPrices();
  const sparks = useQuery(sparksQuery([symbol]));
  const markets = useQuery(marketsQuery);
  if (sparks.isPending || markets.isPending) return <CurveLoading />;
  const market = markets.data?.list.find((it) => it.symbol === symbol);
  const { open, values } = liveSpark(
    sparks.data?.list.find((it) => it.symbol === symbol),
    quote,
  );
  if (market === undefined || values.length < POINTS_MIN) return <PlainWater />;
  const name = text('market.curve.mark', { base: market.base, price: showPrice(open, market.precision) });
  const label = text('market.curve.label', { name: market.name });
  return (
    <div className={isDead ? 'stale h-26' : 'h-26'}>
      <AreaCurve values={values} mark={{ value: open, name }} label={label} staff />
    </div>
  );
}

/** Placeholder that shows the reference line before the curve. */
const CurveLoading = () => (
  <div className="h-26" aria-hidden="true">
    <div className="h-[62px] border-b border-line" />
  </div>
);

const PlainWater = () => (
  <div className="h-26 overflow-hidden [&>svg]:h-full">
    <Waterline />
  </div>
);
