import type { RefusalParams } from '@app/base';
import {
  checkOrder,
  estimateOrder,
  type OrderContext,
  type OrderEstimate,
  type PlaceRefusal,
  type Side,
} from '@app/domain/spot';
import { type Amount, absolute, formatPlaces, ONE, type Price, type Rate, ratio, subtract } from '@app/money';
import type { FormSteps } from './form-steps.ts';
import type { LiteForm, Unit } from './lite-form.ts';
import { type LiteContext, liteRequestOf, type MarketOrderRequest } from './lite-request.ts';

export type LiteRefusal = { readonly code: PlaceRefusal | 'nothing_offered'; readonly params: RefusalParams };

/** What an amount would come to now, and what the server would say to it. */
export type LitePreview = {
  readonly request: MarketOrderRequest | undefined;
  readonly estimate: OrderEstimate | undefined;
  readonly refusal: LiteRefusal | undefined;
  /** How much worse than the best offer it trades on average, once that is worth saying. */
  readonly slippage: Rate | undefined;
};

const NONE: LitePreview = { request: undefined, estimate: undefined, refusal: undefined, slippage: undefined };

export const previewLite = (form: LiteForm, context: LiteContext): LitePreview =>
  previewRequest(liteRequestOf(form, context), context);

type Offers = Pick<LiteContext, 'side' | 'orderContext' | 'depth'>;

/** The same of what is about to be sent: the wish stays, what it comes to follows the market. */
export function previewRequest(
  request: MarketOrderRequest | undefined,
  { side, orderContext, depth }: Offers,
): LitePreview {
  const [best] = side === 'buy' ? depth.asks : depth.bids;
  const early = marketRefusal(orderContext) ?? (best === undefined ? NOT_OFFERED : undefined);
  if (request === undefined || best === undefined) return { ...NONE, request, refusal: early };
  const estimate = estimateOrder(request, orderContext, depth);
  const slippage = slippageOf(estimate.average, best[0]);
  return { request, estimate, refusal: early ?? refusalOf(request, orderContext), slippage };
}

const NOT_OFFERED: LiteRefusal = { code: 'nothing_offered', params: {} };

function refusalOf(request: MarketOrderRequest, orderContext: OrderContext): LiteRefusal | undefined {
  const decision = checkOrder(request, orderContext);
  return decision.ok ? undefined : { code: decision.code, params: decision.params ?? {} };
}

const OF_THE_MARKET: readonly LiteRefusal['code'][] = ['market_closed', 'price_simulated', 'price_stale'];

/** What stands in the way of any order, whatever its amount: said before one is typed. */
function marketRefusal(orderContext: OrderContext): LiteRefusal | undefined {
  const refusal = refusalOf({ kind: 'market', side: 'buy', budget: orderContext.rules.orderMin }, orderContext);
  return refusal && OF_THE_MARKET.includes(refusal.code) ? refusal : undefined;
}

/** Half a percent. */
const WORTH_SAYING = (ONE / 200n) as Rate;

function slippageOf(average: Price | undefined, best: Price): Rate | undefined {
  if (average === undefined) return undefined;
  const worse = ratio(absolute(subtract(average, best)), best, 'down');
  return worse > WORTH_SAYING ? worse : undefined;
}

/** What the field shows: what was typed, or what was asked counted in its unit. Nothing is an empty field. */
export function shownText({ unit, amountInput }: LiteForm, preview: LitePreview | undefined, steps: FormSteps): string {
  if (!('share' in amountInput) && amountInput.unit === unit) return amountInput.text;
  const amount = preview && countedIn(unit, preview);
  return amount ? textIn(unit, amount, steps) : '';
}

/** What is asked in one of the units: what is sent in its own, and in the other what that is about worth. */
export function countedIn(unit: Unit, { request, estimate }: LitePreview): Amount | undefined {
  return request && (unit === paidUnit(request.side) ? sentBy(request) : estimate?.gets.amount);
}

export const textIn = (unit: Unit, amount: Amount, { lotPlaces, totalPlaces }: FormSteps): string =>
  formatPlaces(amount, unit === 'base' ? lotPlaces : totalPlaces, 'down');

/** What one gives: money where one buys, coins where one sells. */
export const paidUnit = (side: Side): Unit => (side === 'buy' ? 'quote' : 'base');

/** What leaves one's account at most, which is what is sent. */
export const sentBy = (request: MarketOrderRequest): Amount =>
  request.side === 'buy' ? request.budget : request.quantity;
