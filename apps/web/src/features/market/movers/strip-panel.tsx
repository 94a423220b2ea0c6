import { Icon, Sparkline } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { storage } from '../../../lib/storage.ts';
import { usePriceState } from '../list/price-state.ts';
import { liveSpark } from './mover-line.ts';
import { sparksQuery } from './sparks.ts';
import { StripCurve } from './strip-curve.tsx';

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
          <StripCurve {...{ symbol, day, isStale, sparks }} />
        </div>
      )}
    </section>
  );
}
