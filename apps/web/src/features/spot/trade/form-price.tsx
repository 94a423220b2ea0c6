import { showPrice } from '@app/money';
import { Stepper } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { steppedPrice } from './form-moves.ts';
import { UNKNOWN } from './form-texts.ts';
import { ReadonlyField } from './readonly-field.tsx';
import type { OrderEntry } from './use-order-form.ts';

type Props = { market: MarketInfo; entry: OrderEntry; error: string | undefined };

/** Shows the price of a limit order; for a market order, the best price. */
export function FormPrice({ market, entry, error }: Props) {
  const text = useText();
  const { form, steps, actions } = entry;
  if (form.kind === 'market') return <BestPrice {...{ market, entry }} />;
  const step = (direction: 'less' | 'more') => ({
    label: text(`spot.form.price.${direction}`),
    step: (held: string) => steppedPrice(held, direction, entry),
  });
  return (
    <div data-field="price">
      <Stepper
        label={text('spot.form.price', { unit: market.quote })}
        value={form.price}
        places={steps.pricePlaces}
        onChange={actions.setPrice}
        less={step('less')}
        more={step('more')}
        error={error}
      />
    </div>
  );
}

function BestPrice({ market, entry: { form, depth } }: Omit<Props, 'error'>) {
  const text = useText();
  const best = (form.side === 'buy' ? depth?.asks : depth?.bids)?.[0];
  return (
    <ReadonlyField label={text('spot.form.best', { unit: market.quote })}>
      {best === undefined ? UNKNOWN : `≈ ${showPrice(best[0], market.precision)}`}
    </ReadonlyField>
  );
}
