import type { RefusalParams } from '@app/base';
import {
  checkOrder,
  estimateOrder,
  type OrderEstimate,
  type PlaceRefusal,
  type Side,
  type Situation,
} from '@app/domain/spot';
import { type Amount, absolute, formatPlaces, ONE, type Price, type Rate, ratio, subtract } from '@app/money';
import type { FormSteps } from './form-steps.ts';
import type { LiteForm, Unit } from './lite-form.ts';
import { type LiteWorld, liteWishOf, type MarketWish } from './lite-wish.ts';

export type LiteRefusal = { readonly code: PlaceRefusal | 'nothing_offered'; readonly params: RefusalParams };

/** What an amount would come to now, and what the server would say to it. */
export type LitePreview = {
  readonly wish: MarketWish | undefined;
  readonly estimate: OrderEstimate | undefined;
  readonly refusal: LiteRefusal | undefined;
  /** How much worse than the best offer it trades on average, once that is worth saying. */
  readonly slippage: Rate | undefined;
};

const NONE: LitePreview = { wish: undefined, estimate: undefined, refusal: undefined, slippage: undefined };

export const previewLite = (form: LiteForm, world: LiteWorld): LitePreview =>
  previewWish(liteWishOf(form, world), world);

type Offers = Pick<LiteWorld, 'side' | 'situation' | 'depth'>;

/** The same of what is about to be sent: the wish stays, what it comes to follows the market. */
export function previewWish(wish: MarketWish | undefined, { side, situation, depth }: Offers): LitePreview {
  const [best] = side === 'buy' ? depth.asks : depth.bids;
  const early = marketRefusal(situation) ?? (best === undefined ? NOT_OFFERED : undefined);
  if (wish === undefined || best === undefined) return { ...NONE, wish, refusal: early };
  const estimate = estimateOrder(wish, situation, depth);
  const slippage = slippageOf(estimate.average, best[0]);
  return { wish, estimate, refusal: early ?? refusalOf(wish, situation), slippage };
}

const NOT_OFFERED: LiteRefusal = { code: 'nothing_offered', params: {} };

function refusalOf(wish: MarketWish, situation: Situation): LiteRefusal | undefined {
  const decision = checkOrder(wish, situation);
  return decision.ok ? undefined : { code: decision.code, params: decision.params ?? {} };
}

const OF_THE_MARKET: readonly LiteRefusal['code'][] = ['market_closed', 'price_simulated', 'price_stale'];

/** What stands in the way of any order, whatever its amount: said before one is typed. */
function marketRefusal(situation: Situation): LiteRefusal | undefined {
  const refusal = refusalOf({ kind: 'market', side: 'buy', budget: situation.rules.orderMin }, situation);
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
export function shownText({ unit, asked }: LiteForm, preview: LitePreview | undefined, steps: FormSteps): string {
  if (!('share' in asked) && asked.unit === unit) return asked.text;
  const amount = preview && countedIn(unit, preview);
  return amount ? textIn(unit, amount, steps) : '';
}

/** What is asked in one of the units: what is sent in its own, and in the other what that is about worth. */
export function countedIn(unit: Unit, { wish, estimate }: LitePreview): Amount | undefined {
  return wish && (unit === paidUnit(wish.side) ? sentBy(wish) : estimate?.gets.amount);
}

export const textIn = (unit: Unit, amount: Amount, { lotPlaces, totalPlaces }: FormSteps): string =>
  formatPlaces(amount, unit === 'base' ? lotPlaces : totalPlaces, 'down');

/** What one gives: money where one buys, coins where one sells. */
export const paidUnit = (side: Side): Unit => (side === 'buy' ? 'quote' : 'base');

/** What leaves one's account at most, which is what is sent. */
export const sentBy = (wish: MarketWish): Amount => (wish.side === 'buy' ? wish.budget : wish.quantity);
