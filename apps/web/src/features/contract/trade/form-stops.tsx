import { POSITION_SIDES } from '@app/domain/contract';
import { AmountLine, Checkbox, Icon, Segmented } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';
import { STOP_UNITS } from './contract-form.ts';
import type { StopKind } from './contract-stops.ts';
import { priceText, resultText } from './contract-texts.ts';
import type { ContractEntry } from './use-contract-form.ts';

type Props = {
  market: MarketInfo;
  entry: ContractEntry;
  errorAt: (field: StopKind) => string | undefined;
};

/** Takes profit and stop loss, by price, by move or by result; shows about what each would bring. */
export function FormStops(props: Props) {
  const text = useText();
  const { form, actions } = props.entry;
  return (
    <div className="grid gap-2">
      <Checkbox checked={form.hasStops} onChange={actions.toggleStops}>
        {text('contract.stops')}
      </Checkbox>
      {form.hasStops && <StopFields {...props} />}
    </div>
  );
}

function StopFields({ market, entry, errorAt }: Props) {
  const text = useText();
  const { form, steps, actions } = entry;
  const places = form.stopsBy === 'price' ? steps.places.price : 2;
  const unit = form.stopsBy === 'price' ? '' : form.stopsBy === 'percent' ? '%' : MARGIN_CURRENCY;
  return (
    <>
      <Segmented
        label={text('contract.stops.by')}
        options={STOP_UNITS.map((value) => ({ value, label: text(`contract.stops.by.${value}`) }))}
        value={form.stopsBy}
        onChange={actions.setStopsBy}
      />
      <div data-field="takeProfit">
        <AmountLine
          label={text('contract.tp')}
          value={form.takeProfit}
          places={places}
          onChange={actions.setTakeProfit}
          unit={unit}
          error={errorAt('takeProfit')}
        />
      </div>
      <div data-field="stopLoss">
        <AmountLine
          label={text('contract.sl')}
          value={form.stopLoss}
          places={places}
          onChange={actions.setStopLoss}
          unit={unit}
          error={errorAt('stopLoss')}
        />
      </div>
      <StopEstimates market={market} entry={entry} />
    </>
  );
}

/** Lists what each stop would bring after fees, for the sides on which it is possible. */
function StopEstimates({ market, entry }: Pick<Props, 'market' | 'entry'>) {
  const text = useText();
  const lines = POSITION_SIDES.flatMap((side) => {
    const preview = entry.previews[side];
    if (preview.state === 'incomplete' || preview.figures === undefined) return [];
    const isImpossible = preview.state === 'refused' && preview.code === 'trigger_price_wrong';
    return isImpossible ? [] : stopsOf(preview.figures).map((stop) => ({ ...stop, side }));
  });
  return (
    <ul className="stops">
      {lines.map(({ kind, side, price, result, isTooLate }) => (
        <li key={`${side} ${kind}`}>
          <span>
            {text(kind === 'takeProfit' ? 'contract.tp.short' : 'contract.sl.short')} · {text(`contract.${side}`)}{' '}
            {priceText(price, market)}
          </span>
          <span>≈ {resultText(result)}</span>
          {isTooLate && (
            <span className="stops__late">
              <Icon name="warn" size={16} />
              {text('contract.stops.late')}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

type Figures = Extract<ContractEntry['previews']['long'], { state: 'ready' }>['figures'];

const stopsOf = ({ takeProfit, stopLoss }: Figures) => [
  ...(takeProfit === undefined ? [] : [{ kind: 'takeProfit' as const, ...takeProfit }]),
  ...(stopLoss === undefined ? [] : [{ kind: 'stopLoss' as const, ...stopLoss }]),
];
