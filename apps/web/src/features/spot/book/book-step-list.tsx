import { formatDecimal } from '@app/money';
import { bookSteps, Choices } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { depthSource, useShownMode } from './depth.ts';
import { useBookChoices } from './use-book-choices.ts';

/** Lists the price steps that change the order book shown; loaded with the first opening of its sheet. */
export function Steps({ market: { symbol, price_tick }, onChosen }: { market: MarketInfo; onChosen: () => void }) {
  const text = useText();
  const mode = useShownMode(symbol);
  const { step, chooseStep } = useBookChoices(symbol, price_tick);
  // As the order book was when the list opened: choices must not move under the finger.
  const [offered] = useState(() => bookSteps(price_tick, depthSource(mode, symbol).read()));
  const steps = offered.map((value) => ({ value, label: formatDecimal(value) }));
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
