import { formatDecimal } from '@app/money';
import { bookSteps, Choices, Icon, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useQuote } from '../../../data/market/use-quotes.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useBookChoices } from './use-book-choices.ts';

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
        <Steps market={market} onChosen={sheet.close} />
      </Sheet>
    </>
  );
}

function Steps({ market: { symbol, price_tick }, onChosen }: { market: MarketInfo; onChosen: () => void }) {
  const text = useText();
  const quote = useQuote(symbol);
  const { step, chooseStep } = useBookChoices(symbol, price_tick);
  const steps = bookSteps(price_tick, quote?.price).map((value) => ({ value, label: formatDecimal(value) }));
  return (
    <Choices
      label={text('spot.book.step')}
      choices={steps.map(({ label }) => ({ value: label, label }))}
      value={formatDecimal(step)}
      onChoose={(chosen) => {
        const found = steps.find(({ label }) => label === chosen);
        if (found !== undefined) chooseStep(found.value);
        onChosen();
      }}
    />
  );
}
