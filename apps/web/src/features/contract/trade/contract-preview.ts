import type { RefusalParams } from '@app/base';
import { distanceTo } from '@app/client/contract';
import {
  checkStops,
  LOT_STEP,
  liquidationPrice,
  maximumLoss,
  notionalAt,
  type OpenRefusal,
  openingCost,
  openingPrice,
  openPosition,
  type Position,
  type PositionSide,
  placeLimit,
  placingPrice,
  positionAt,
  sizeOf,
} from '@app/domain/contract';
import { type Amount, add, isMultipleOf, type Price, type Rate } from '@app/money';
import { type ContractForm, type FormSteps, readField } from './contract-form.ts';
import { entryPrice, lotsOf, valuePrice } from './contract-size.ts';
import { type StopFigure, type StopKind, stopFigure, stopPrice } from './contract-stops.ts';
import type { OrderContext } from './order-context.ts';

/** An order as it is sent. */
export type ContractRequest = {
  readonly side: PositionSide;
  readonly lots: Amount;
  readonly leverage: number;
  readonly limit: Price | undefined;
  readonly series: string;
  readonly takeProfit: Price | undefined;
  readonly stopLoss: Price | undefined;
};

/** What an order costs and risks at the price of now. */
export type OpeningFigures = {
  readonly position: Position;
  /** The order waits for its limit. */
  readonly isResting: boolean;
  readonly size: Amount;
  readonly notional: Amount;
  readonly margin: Amount;
  readonly fee: Amount;
  /** Margin and fee. */
  readonly cost: Amount;
  readonly maximumLoss: Amount;
  readonly liquidation: Price | undefined;
  /** From the index, or from the limit of an order that waits. */
  readonly distance: Rate | undefined;
  readonly takeProfit: StopFigure | undefined;
  readonly stopLoss: StopFigure | undefined;
};

/** Field a refusal is shown at; one about no single field is shown at the form. */
export type ContractField = 'price' | 'size' | 'leverage' | StopKind | 'form';

type ContractRefusal = OpenRefusal | 'too_many_positions' | 'trigger_price_wrong';

/** The expected decision for one side, shown while typing; the server decides again. */
export type ContractPreview =
  | { readonly state: 'incomplete'; readonly missing: 'context' | 'price' | 'size' }
  | {
      readonly state: 'refused';
      readonly code: ContractRefusal;
      readonly params: RefusalParams;
      readonly field: ContractField;
      readonly figures: OpeningFigures | undefined;
    }
  | { readonly state: 'ready'; readonly request: ContractRequest; readonly figures: OpeningFigures };

type Ordered = { readonly side: PositionSide; readonly leverage: number; readonly steps: FormSteps };

export function previewOf(
  form: ContractForm,
  { side, leverage, steps }: Ordered,
  context: OrderContext | undefined,
): ContractPreview {
  if (context === undefined) return { state: 'incomplete', missing: 'context' };
  const entry = entryPrice(form, side, context);
  if (entry === undefined) return { state: 'incomplete', missing: 'price' };
  const lots = lotsOf(form, valuePrice(form, context.now.index), steps);
  if (lots === undefined) return { state: 'incomplete', missing: 'size' };
  const size = openingCost({ lots, leverage }, entry, context);
  if (!size.ok) return { ...refusedWith(size), figures: undefined };
  const limit = form.kind === 'limit' ? readField<Price>(form.price) : undefined;
  const sized = { side, lots, leverage, limit, series: form.series };
  const request = { ...sized, ...stopsOf(form, sized, context) };
  const figures = figuresOf(request, context);
  const refusal = refusalOf(request, context);
  return refusal === undefined ? { state: 'ready', request, figures } : { ...refusal, figures };
}

type Refused = Omit<Extract<ContractPreview, { state: 'refused' }>, 'figures'>;
type Refusal = { readonly code: ContractRefusal; readonly params?: RefusalParams };

const FIELDS: Readonly<Record<string, ContractField>> = {
  price_step_wrong: 'price',
  limit_price_too_far: 'price',
  price_wrong: 'price',
  amount_step_wrong: 'size',
  below_minimum: 'size',
  above_maximum: 'size',
  insufficient_balance: 'size',
  exposure_exhausted: 'size',
  leverage_too_high: 'leverage',
  trigger_price_wrong: 'stopLoss',
};

/** Returns the field a refusal concerns, also of one that only the server returns. */
export const fieldOf = (code: string): ContractField => FIELDS[code] ?? 'form';

const refusedWith = ({ code, params = {} }: Refusal, field = fieldOf(code)): Refused => ({
  state: 'refused',
  code,
  params,
  field,
});

type Sized = Omit<ContractRequest, StopKind>;

/** Returns the stops of a form as prices. */
function stopsOf(form: ContractForm, request: Sized, context: OrderContext): Pick<ContractRequest, StopKind> {
  if (!form.hasStops) return { takeProfit: undefined, stopLoss: undefined };
  const terms = { position: openedBy(request, context).position, spreadRate: context.rules.spreadRate };
  return { takeProfit: stopPrice(form, 'takeProfit', terms), stopLoss: stopPrice(form, 'stopLoss', terms) };
}

/** Returns the refusal that the server would return now; undefined if it would accept the order. */
export function refusalOf(request: ContractRequest, context: OrderContext): Refused | undefined {
  const { side, limit, takeProfit, stopLoss } = request;
  const { deals, dealsMax, quote, market, now } = context;
  if (deals >= dealsMax) return refusedWith({ code: 'too_many_positions', params: { maximum: String(dealsMax) } });
  const placed =
    limit === undefined
      ? openPosition(request, openingPrice(side, quote), context)
      : placeLimit(request, limit, context);
  if (!placed.ok) return refusedWith(placed);
  const price = limit !== undefined && openedBy(request, context).isResting ? limit : now.index;
  for (const stop of [{ takeProfit }, { stopLoss }]) {
    const checked = checkStops(stop, { side, price, priceTick: market.priceTick });
    if (!checked.ok) return refusedWith(checked, 'takeProfit' in stop ? 'takeProfit' : 'stopLoss');
  }
  return undefined;
}

/** Returns the position that an order opens now, or at the limit it waits for. */
function openedBy({ limit, ...request }: Sized, context: OrderContext): { position: Position; isResting: boolean } {
  const { quote } = context;
  const { side } = request;
  const atOnce = limit === undefined ? openingPrice(side, quote) : placingPrice({ side, limit }, quote);
  const entry = atOnce ?? limit ?? openingPrice(side, quote);
  return { position: positionAt(request, entry, context), isResting: atOnce === undefined };
}

/** Returns the figures of an order whose size is allowed; they follow the market while the order stays the same. */
export function figuresOf(request: ContractRequest, context: OrderContext): OpeningFigures {
  const { position, isResting } = openedBy(request, context);
  const { margin, openFee: fee, entry } = position;
  const liquidation = liquidationPrice(position, context.now.overnightIndex);
  const from = isResting ? entry : context.now.index;
  const terms = { position, spreadRate: context.rules.spreadRate, liquidation };
  const figureOf = (price: Price | undefined) => price && stopFigure(price, terms);
  return {
    position,
    isResting,
    size: sizeOf(position),
    notional: notionalAt(position, entry),
    margin,
    fee,
    cost: add(margin, fee),
    maximumLoss: maximumLoss(position),
    liquidation,
    distance: liquidation === undefined ? undefined : distanceTo(liquidation, from),
    takeProfit: figureOf(request.takeProfit),
    stopLoss: figureOf(request.stopLoss),
  };
}

/** Where a side would be liquidated at a leverage: for a size, or for the smallest one while none is typed. */
export type LiquidationFigures = Pick<OpeningFigures, 'liquidation' | 'distance'>;

export function liquidationOf(
  form: ContractForm,
  { side, leverage, steps }: Ordered,
  context: OrderContext,
): LiquidationFigures {
  const typed = lotsOf(form, valuePrice(form, context.now.index), steps);
  const isPossible = typed !== undefined && typed >= context.rules.lotsMin && isMultipleOf(typed, LOT_STEP);
  const limit = form.kind === 'limit' ? readField<Price>(form.price) : undefined;
  const lots = isPossible ? typed : context.rules.lotsMin;
  const none = { series: form.series, takeProfit: undefined, stopLoss: undefined };
  return figuresOf({ side, lots, leverage, limit, ...none }, context);
}
