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
import type { FormSteps } from '../trade/form-state.ts';
import { isShort } from '../trade/order-preview.ts';
import type { LiteForm, Unit } from './lite-form.ts';
import { type LiteContext, liteRequestOf, type MarketOrderRequest } from './lite-request.ts';

export type LiteRefusal = { readonly code: PlaceRefusal | 'nothing_offered'; readonly params: RefusalParams };

/** Preview of an amount at current prices, and the refusal the server would return. */
export type LitePreview = {
  readonly request: MarketOrderRequest | undefined;
  readonly estimate: OrderEstimate | undefined;
  readonly refusal: LiteRefusal | undefined;
  /** How much worse than the best offer the average price is; undefined below the threshold. */
  readonly slippage: Rate | undefined;
};

const NONE: LitePreview = { request: undefined, estimate: undefined, refusal: undefined, slippage: undefined };

export const previewLite = (form: LiteForm, context: LiteContext): LitePreview =>
  previewRequest(liteRequestOf(form, context), context);

type Offers = Pick<LiteContext, 'side' | 'orderContext' | 'depth'>;

/** Previews a request about to be sent: the request stays fixed, its estimate follows the market. */
export function previewRequest(
  request: MarketOrderRequest | undefined,
  { side, orderContext, depth }: Offers,
): LitePreview {
  const [best] = side === 'buy' ? depth.asks : depth.bids;
  const early = marketRefusal(orderContext) ?? (best === undefined ? NOT_OFFERED : undefined);
  if (request === undefined || best === undefined) return { ...NONE, request, refusal: early };
  const estimate = estimateOrder(request, orderContext, depth);
  const slippage = slippageOf(estimate.average, best[0]);
  const refusal =
    early ?? refusalOf(request, orderContext) ?? (isShort(request, orderContext, estimate) ? SHORT : undefined);
  return { request, estimate, refusal, slippage };
}

const SHORT: LiteRefusal = { code: 'insufficient_balance', params: {} };
const NOT_OFFERED: LiteRefusal = { code: 'nothing_offered', params: {} };

function refusalOf(request: MarketOrderRequest, orderContext: OrderContext): LiteRefusal | undefined {
  const decision = checkOrder(request, orderContext);
  return decision.ok ? undefined : { code: decision.code, params: decision.params ?? {} };
}

const OF_THE_MARKET: readonly LiteRefusal['code'][] = [
  'market_closed',
  'price_simulated',
  'no_live_price',
  'price_stale',
];

/** Returns the refusal that blocks every order whatever its amount; shown before one is typed. */
function marketRefusal(orderContext: OrderContext): LiteRefusal | undefined {
  const refusal = refusalOf({ kind: 'market', side: 'buy', budget: orderContext.rules.orderMin }, orderContext);
  return refusal && OF_THE_MARKET.includes(refusal.code) ? refusal : undefined;
}

/** Slippage threshold: half a percent. */
const WORTH_SAYING = (ONE / 200n) as Rate;

function slippageOf(average: Price | undefined, best: Price): Rate | undefined {
  if (average === undefined) return undefined;
  const worse = ratio(absolute(subtract(average, best)), best, 'down');
  return worse > WORTH_SAYING ? worse : undefined;
}

/** Returns the field's text: what was typed, or the request converted to the field's unit. Zero is an empty field. */
export function shownText({ unit, amountInput }: LiteForm, preview: LitePreview | undefined, steps: FormSteps): string {
  if (!('share' in amountInput) && amountInput.unit === unit) return amountInput.text;
  const amount = preview && countedIn(unit, preview);
  return amount ? textIn(unit, amount, steps) : '';
}

/** Returns the request in one of the units: exact in the unit that is sent, estimated in the other. */
export function countedIn(unit: Unit, { request, estimate }: LitePreview): Amount | undefined {
  if (request === undefined) return undefined;
  if ('proceeds' in request) return unit === 'quote' ? request.proceeds : estimate?.pays.amount;
  return unit === paidUnit(request.side) ? sentBy(request) : estimate?.gets.amount;
}

export const textIn = (unit: Unit, amount: Amount, { lotPlaces, totalPlaces }: FormSteps): string =>
  formatPlaces(amount, unit === 'base' ? lotPlaces : totalPlaces, 'down');

/** Returns the unit paid: money for a buy, coins for a sale. */
export const paidUnit = (side: Side): Unit => (side === 'buy' ? 'quote' : 'base');

/** Returns the amount sent: the most that leaves the account, or the proceeds of a sale. */
export function sentBy(request: MarketOrderRequest): Amount {
  if ('budget' in request) return request.budget;
  return 'proceeds' in request ? request.proceeds : request.quantity;
}
