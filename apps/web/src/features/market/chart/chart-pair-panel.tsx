import type { MarketProduct } from '@app/domain/market';
import { Icon, Panel, Sheet } from '@app/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

/** Loaded when opened, so that the chart does not wait for the list. */
const ChartPairs = lazyPart(async () => (await import('./chart-pairs.tsx')).ChartPairs);

type Props = {
  symbol: string;
  label?: string | undefined;
  product?: MarketProduct | undefined;
  onChoose: (symbol: string) => void;
};

/**
 * Shows the market of a screen and opens the picker. The choice is applied after the sheet has closed, so that two
 * history steps never overlap.
 */
export default function ChartPair({ symbol, label = symbol, product, onChoose }: Props) {
  const text = useText();
  const sheet = useSheet('chart-pair');
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    if (chosen === undefined || sheet.isOpen) return;
    setChosen(undefined);
    if (chosen !== symbol) onChoose(chosen);
  }, [chosen, sheet.isOpen, symbol, onChoose]);
  const pick = (picked: string) => {
    setChosen(picked);
    sheet.close();
  };
  return (
    <>
      <button
        type="button"
        className="flex h-11 max-w-full items-center gap-1.5 text-title focus-visible:-outline-offset-4"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        onClick={sheet.open}
      >
        <span className="truncate">{label}</span>
        <Icon name="down" size={16} />
      </button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('market.chart.pair')}
        closeLabel={text('system.close')}
      >
        <Panel>
          <ChartPairs symbol={symbol} product={product} onPick={pick} />
        </Panel>
      </Sheet>
    </>
  );
}
