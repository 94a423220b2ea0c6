import { type Depth, largestOrder, type OrderContext, type OrderRequest, type Side } from '@app/domain/spot';
import { type Amount, ceilTo, floorTo, multiply, ONE, parseDecimal, type Rate, ZERO } from '@app/money';
import { type FormSteps, readField } from '../trade/form-state.ts';
import { budgetFor } from '../trade/order-preview.ts';
import type { LiteForm, Share } from './lite-form.ts';

/** A market order: a purchase for a budget, or a sale of coins or for proceeds. */
export type MarketOrderRequest = Extract<OrderRequest, { kind: 'market' }>;

/** Data a purchase or sale is checked against, and the order book. */
export type LiteContext = {
  readonly side: Side;
  readonly orderContext: OrderContext;
  readonly depth: Depth;
  readonly steps: FormSteps;
};

/** Returns the request to send; undefined for no input, or without the offers needed to compute it. */
export function liteRequestOf({ amountInput }: LiteForm, context: LiteContext): MarketOrderRequest | undefined {
  const { side } = context;
  const size =
    'share' in amountInput
      ? shareOf(amountInput.share, context)
      : sizeOf(amountInput.unit, readField(amountInput.text), context);
  if (size === undefined || size === ZERO) return undefined;
  if (side === 'buy') return { kind: 'market', side, budget: size };
  const isForMoney = 'unit' in amountInput && amountInput.unit === 'quote';
  return isForMoney ? { kind: 'market', side, proceeds: size } : { kind: 'market', side, quantity: size };
}

/** Returns the order size: a budget for a buy, coins or proceeds for a sale. */
function sizeOf(unit: LiteForm['unit'], amount: Amount | undefined, context: LiteContext): Amount | undefined {
  if (amount === undefined || context.side === 'sell' || unit === 'quote') return amount;
  const budget = budgetFor(amount, context.orderContext, context.depth);
  return budget && ceilTo(budget, centOf(context.steps)); // The amount sent must have the places that are shown.
}

const PERCENT = ONE / 100n;

/** Rounds a share down to the displayed places, so that 100 % never exceeds the balance. */
function shareOf(share: Share, { side, orderContext, steps }: LiteContext): Amount {
  const largest = largestOrder({ kind: 'market', side }, orderContext);
  const part = multiply(largest, (BigInt(share) * PERCENT) as Rate, 'down');
  return floorTo(part, side === 'buy' ? centOf(steps) : steps.lot);
}

/** Returns the smallest displayed unit of money. */
const centOf = ({ totalPlaces }: FormSteps): Amount =>
  parseDecimal<Amount>(totalPlaces === 0 ? '1' : `0.${'1'.padStart(totalPlaces, '0')}`);
