import { AmountLine, PercentSlider } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { ReadonlyField } from './form-parts.tsx';
import { ownText, UNKNOWN } from './form-texts.ts';
import type { OrderEntry } from './use-order-form.ts';

type Props = { market: MarketInfo; entry: OrderEntry; error: string | undefined };

const SHARES = [25, 50, 75, 100] as const;

/** Takes the amount: typed, by slider or from presets. A market order can be typed in quote or in base. */
export function FormAmount({ market, entry, error }: Props) {
  const text = useText();
  const { form, steps, actions } = entry;
  const isToggled = form.kind === 'market';
  const isMoney = isToggled && form.lead === 'total';
  const unit = isMoney ? market.quote : market.base;
  return (
    <div className="grid gap-2" data-coach="amount" data-field={isMoney ? 'total' : 'amount'}>
      <AmountLine
        label={text('spot.amount')}
        value={isMoney ? form.total : form.amount}
        places={isMoney ? steps.totalPlaces : steps.lotPlaces}
        onChange={isMoney ? actions.setTotal : actions.setAmount}
        unit={unit}
        toggle={isToggled ? { label: text('spot.form.unit', { unit }), go: actions.toggleUnit } : undefined}
        error={error}
      />
      <Shares entry={entry} />
    </div>
  );
}

function Shares({ entry: { form, percent, orderContext, actions } }: Pick<Props, 'entry'>) {
  const text = useText();
  return (
    <div>
      <PercentSlider
        label={text('spot.form.share')}
        percent={percent}
        onSlide={actions.fill}
        tone={form.side === 'buy' ? 'up' : 'down'}
        disabled={orderContext === undefined}
      />
      <div className="presets">
        {SHARES.map((share) => (
          <button key={share} type="button" className="chip" onClick={() => actions.fill(share)}>
            {share === 100 ? text('spot.form.max') : `${share}%`}
          </button>
        ))}
      </div>
    </div>
  );
}

/** Shows the total of a limit order; for a market order, what it gets or sells in the current order book. */
export function FormTotal({ market, entry, error }: Props) {
  const text = useText();
  const { form, steps, actions, preview } = entry;
  if (form.kind === 'limit')
    return (
      <div data-field="total">
        <AmountLine
          label={text('spot.total')}
          value={form.total}
          places={steps.totalPlaces}
          onChange={actions.setTotal}
          unit={market.quote}
          error={error}
        />
      </div>
    );
  const estimate = preview.state === 'incomplete' ? undefined : preview.estimate;
  const isForMoney = form.side === 'sell' && form.lead === 'total';
  const counter = isForMoney ? estimate?.pays : estimate?.gets;
  const unit = form.side === 'buy' || isForMoney ? market.base : market.quote;
  return (
    <ReadonlyField label={text(isForMoney ? 'spot.form.sells' : 'spot.form.gets', { unit })}>
      {counter === undefined ? UNKNOWN : `≈ ${ownText(counter.amount, counter.currency, market)}`}
    </ReadonlyField>
  );
}
