import { AmountLine, PercentSlider, Stepper } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { unitName } from './contract-texts.ts';
import type { ContractEntry } from './use-contract-form.ts';

type Props = { market: MarketInfo; entry: ContractEntry; error: string | undefined };

const SHARES = [25, 50, 75, 100] as const;

/** Takes the size: typed in lots, coins or value, by slider or from presets. */
export function FormSize({ market, entry, error }: Props) {
  const text = useText();
  const { form, steps, percent, context, actions } = entry;
  const unit = unitName(form.unit, market, text);
  return (
    <div className="grid gap-2" data-coach="size" data-field="size">
      <AmountLine
        label={text('contract.size')}
        value={form.size}
        places={steps.places[form.unit]}
        onChange={actions.setSize}
        unit={unit}
        toggle={{ label: text('contract.size.unit', { unit }), go: actions.nextUnit }}
        error={error}
      />
      <div>
        <PercentSlider
          label={text('contract.share')}
          percent={percent}
          onSlide={actions.fill}
          disabled={context === undefined}
        />
        <div className="presets">
          {SHARES.map((share) => (
            <button key={share} type="button" className="chip" onClick={() => actions.fill(share)}>
              {share === 100 ? text('contract.max') : `${share}%`}
            </button>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Takes the price of a limit order; renders nothing for a market order, which opens at the next price. */
export function FormPrice({ market, entry: { form, steps, actions }, error }: Props) {
  const text = useText();
  if (form.kind === 'market') return null;
  const step = (direction: 'less' | 'more') => ({
    label: text(`contract.price.${direction}`),
    step: (held: string) => actions.stepPrice(held, direction),
  });
  return (
    <div data-field="price">
      <Stepper
        label={text('contract.price', { unit: market.quote })}
        value={form.price}
        places={steps.places.price}
        onChange={actions.setPrice}
        less={step('less')}
        more={step('more')}
        error={error}
      />
    </div>
  );
}
