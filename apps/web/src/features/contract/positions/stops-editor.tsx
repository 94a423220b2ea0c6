import { distanceTo } from '@app/client/contract';
import { directionOf, type Price, showPercent } from '@app/money';
import { setStops } from '@app/protocol/contract';
import { AmountLine, Segmented } from '@app/ui';
import { useMemo, useState } from 'react';
import type { Deal } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { useQuoteState } from '../../../data/market/use-quote-state.ts';
import { contractName } from '../contract-name.ts';
import { useDealCommand } from './deal-command.ts';
import { MONEY_PLACES, placesOf, priceText, signedText } from './deal-texts.ts';
import {
  areChanged,
  faultOf,
  isBeyondLiquidation,
  PERCENT_PLACES,
  RESULT_PLACES,
  realisedAt,
  STOP_KINDS,
  STOP_UNITS,
  type StopContext,
  type StopFault,
  type StopKind,
  type StopsForm,
  stopsFormOf,
  withPrice,
  withText,
  withTicks,
  withUnit,
} from './stop-entry.ts';

type Faults = Readonly<Record<StopKind, StopFault | undefined>>;

export type StopsEntry = ReturnType<typeof useStopsEntry>;

/** Edits the stops of a position or a pending order, and saves both at once. */
export function useStopsEntry(deal: Deal, context: StopContext, onDone: () => void) {
  const text = useText();
  const [form, setForm] = useState(() => stopsFormOf(deal, context));
  const name = contractName(deal);
  const command = useDealCommand(setStops, { name, doneText: () => text('position.stops.saved'), onDone });
  const faults = useFaults(deal, form, context);
  const change = (next: StopsForm) => {
    setForm(next);
    if (command.refusal !== undefined) command.reset();
  };
  return {
    form,
    faults,
    command,
    isReady: areChanged(form, deal) && STOP_KINDS.every((kind) => faults[kind] === undefined),
    setUnit: (unit: StopsForm['unit']) => setForm(withUnit(form, unit, context)),
    type: (kind: StopKind, typed: string) => change(withText(form, kind, typed, context)),
    moveTo: (kind: StopKind, price: Price) => change(withPrice(form, kind, price, context)),
    moveBy: (kind: StopKind, ticks: number) => change(withTicks(form, kind, ticks, context)),
    save: () =>
      command.send({
        id: deal.id,
        target_profit_price: form.profit.price ?? '',
        stop_loss_price: form.loss.price ?? '',
      }),
  };
}

/** Returns what is wrong with the form at the price of now, or at the limit of an order; renders only when that changes. */
function useFaults(deal: Deal, form: StopsForm, { position }: StopContext): Faults {
  const limit = deal.status === 0 ? deal.target_price : null;
  const judge = useMemo(
    () => (quote: { readonly price: Price } | undefined) => {
      const reference = limit ?? quote?.price;
      const fault = (kind: StopKind) =>
        reference === undefined ? undefined : faultOf(kind, form[kind], reference, position);
      return { profit: fault('profit'), loss: fault('loss') };
    },
    [form, limit, position],
  );
  return useQuoteState<Faults>(deal.symbol, { judge, isSame });
}

const isSame = (a: Faults, b: Faults) => a.profit === b.profit && a.loss === b.loss;

type Props = {
  deal: Deal;
  entry: StopsEntry;
  context: StopContext;
  liquidation: Price | undefined;
  precision: number;
};

/** Renders the two fields, each with what it would realise. */
export function StopsEditor({ deal, entry, context, liquidation, precision }: Props) {
  const text = useText();
  return (
    <section aria-label={text('position.stops')}>
      <div className="pos-between">
        <h3 className="text-title">{text('position.stops')}</h3>
        <div className="pos-units">
          <Segmented
            label={text('position.stops.unit')}
            options={STOP_UNITS.map((value) => ({ value, label: text(`position.unit.${value}`) }))}
            value={entry.form.unit}
            onChange={entry.setUnit}
          />
        </div>
      </div>
      <div className="pos-pair mt-2">
        {STOP_KINDS.map((kind) => (
          <StopField
            key={kind}
            kind={kind}
            deal={deal}
            entry={entry}
            context={context}
            liquidation={liquidation}
            precision={precision}
          />
        ))}
      </div>
    </section>
  );
}

function StopField({ kind, deal, entry, context, liquidation, precision }: Props & { kind: StopKind }) {
  const text = useText();
  const { form, faults } = entry;
  const { price, text: typed } = form[kind];
  const fault = faults[kind];
  const isBeyond = kind === 'loss' && isBeyondLiquidation(price, liquidation, context.position);
  const label = text(kind === 'profit' ? 'position.tp' : 'position.sl');
  const error = fault === undefined ? refusedAt(kind, entry) : faultText(fault, kind, deal, context, text);
  return (
    <div>
      <AmountLine
        label={label}
        value={typed}
        places={placesIn(form.unit, context)}
        onChange={(next) => entry.type(kind, next)}
        unit={form.unit === 'price' ? '' : form.unit === 'percent' ? '%' : 'USDT'}
        error={error}
      />
      <p className="pos-hint">
        {price === undefined ? (
          text('position.stop.none')
        ) : (
          <StopHint price={price} context={context} precision={precision} isPriced={form.unit !== 'price'} />
        )}
      </p>
      {isBeyond && (
        <p className="pos-hint pos-hint--warn">
          {text('position.stop.liquidation', { price: priceText(liquidation, precision) })}
        </p>
      )}
    </div>
  );
}

type HintProps = { price: Price; context: StopContext; precision: number; isPriced: boolean };

/** Shows how far a stop is from the entry and what closing there would realise. */
function StopHint({ price, context, precision, isPriced }: HintProps) {
  const text = useText();
  const realised = realisedAt(price, context);
  const percent = showPercent(distanceTo(price, context.position.entry));
  return (
    <>
      {isPriced
        ? text('position.stop.at', { price: priceText(price, precision) })
        : text('position.stop.from', { percent })}
      <br />
      <span className={`pos-tone tone-${directionOf(realised, MONEY_PLACES)}`}>
        {text('position.stop.after', { result: signedText(realised) })}
      </span>
    </>
  );
}

const placesIn = (unit: StopsForm['unit'], { position }: StopContext): number =>
  unit === 'price' ? placesOf(position.market.priceTick) : unit === 'percent' ? PERCENT_PLACES : RESULT_PLACES;

type Text = ReturnType<typeof useText>;

function faultText(fault: StopFault, kind: StopKind, deal: Deal, { position }: StopContext, text: Text): string {
  if (fault === 'unreachable') return text('position.stop.unreachable');
  if (fault === 'step')
    return text('position.stop.step', {
      step: priceText(position.market.priceTick, placesOf(position.market.priceTick)),
    });
  const isAbove = (kind === 'profit') === (position.side === 'long');
  const where = isAbove ? 'above' : 'below';
  return text(deal.status === 0 ? `position.stop.${where}.limit` : `position.stop.${where}`);
}

/** Returns the server's refusal for the field it names. */
function refusedAt(kind: StopKind, { command: { refusal } }: StopsEntry): string | undefined {
  const field = kind === 'profit' ? 'target_profit_price' : 'stop_loss_price';
  return refusal?.fields.includes(field) ? refusal.message : undefined;
}
