import { ONE, type Price, type Rate } from '@app/money';
import type { OrderContext, Side } from './order.ts';

/** How a limit compares with the index price. */
export type AgainstIndex = {
  /** Signed distance from the index price. */
  readonly rate: Rate;
  /** How much dearer a buyer would pay, or cheaper a seller would sell; negative when it is better. */
  readonly worseBy: Rate;
  /** Whether it is so much worse that it must be reviewed, whatever reviews the user has switched off. */
  readonly needsReview: boolean;
};

/** Compares a limit price with the index price; undefined without one. */
export function compareWithIndex(
  { side, price }: { readonly side: Side; readonly price: Price },
  { index, rules }: Pick<OrderContext, 'index' | 'rules'>,
): AgainstIndex | undefined {
  if (index === undefined) return undefined;
  const rate = (((price - index.price) * ONE) / index.price) as Rate;
  const worseBy = (side === 'buy' ? rate : -rate) as Rate;
  return { rate, worseBy, needsReview: worseBy > rules.warnRate };
}
