import { showPrice } from '@app/money';
import { AreaCurve, buttonClass, ErrorPanel, Icon, SkeletonChart, Sparkline } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useMarkets } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { storage } from '../../../lib/storage.ts';
import { chartAddress, liveSpark, type Spark } from './mover-line.ts';
import { sparksQuery } from './sparks.ts';

const KEPT_AS = 'chart_strip';

/** Shows a market's last day on one line. Expanded it is a curve, which scrolls with its page, unlike a chart. */
export default function StripPanel({ symbol }: { symbol: string }) {
  const text = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(() => storage.read(KEPT_AS) === true);
  const quote = useQuote(symbol);
  const sparks = useQuery(sparksQuery([symbol]));
  const isStale = usePriceState(symbol).kind === 'paused';
  const day = liveSpark(
    sparks.data?.list.find((it) => it.symbol === symbol),
    quote,
  );
  const toggle = () => {
    storage.write(KEPT_AS, !isOpen);
    setOpen(!isOpen);
  };
  return (
    <section className="border-t border-line">
      <button
        type="button"
        className="flex h-11 w-full items-center gap-3 px-gutter text-label font-medium text-ink-2 focus-visible:-outline-offset-4"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        {text('market.strip.name')}
        <span className={`h-6 min-w-0 flex-1 ${isStale ? 'stale' : ''}`}>{!isOpen && <Sparkline {...day} wide />}</span>
        <Icon name={isOpen ? 'up' : 'down'} size={16} />
      </button>
      {isOpen && (
        <div id={id}>
          <StripCurve symbol={symbol} day={day} isStale={isStale} sparks={sparks} />
        </div>
      )}
    </section>
  );
}

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
function StripCurve({ symbol, ...known }: Props) {
  const text = useText();
  return (
    <div className="h-55 px-gutter">
      <Day symbol={symbol} {...known} />
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
