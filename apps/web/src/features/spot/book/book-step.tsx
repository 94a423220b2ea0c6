import { formatDecimal } from '@app/money';
import { Icon, Sheet } from '@app/ui';
import { Suspense } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useBookChoices } from './use-book-choices.ts';

const Steps = lazyPart(async () => (await import('./book-step-list.tsx')).Steps);

/** Chooses the price step of the order book. */
export function BookStep({ market }: { market: MarketInfo }) {
  const text = useText();
  const sheet = useSheet('book-step');
  const { step } = useBookChoices(market.symbol, market.price_tick);
  return (
    <>
      <button
        type="button"
        className="chip h-9 flex-1 justify-between px-2"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        aria-label={`${text('spot.book.step')}: ${formatDecimal(step)}`}
        onClick={sheet.open}
      >
        {formatDecimal(step)}
        <Icon name="down" size={12} />
      </button>
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={text('spot.book.step')} closeLabel={text('system.close')}>
        <Suspense>{sheet.isOpen && <Steps market={market} onChosen={sheet.close} />}</Suspense>
      </Sheet>
    </>
  );
}
