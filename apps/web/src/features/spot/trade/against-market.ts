import type { Force, OrderEstimate, OrderRequest } from '@app/domain/spot';
import { ONE, type Price, type Rate } from '@app/money';

/** Threshold for a price warning: two per cent worse than the market. */
const FAR: Rate = (ONE / 50n) as Rate;

type Met = Pick<OrderEstimate, 'taken' | 'rests'>;

export type AgainstMarket = {
  /** Signed distance from the market price. */
  readonly rate: Rate;
  /** More than two per cent dearer for a buyer, or cheaper for a seller. */
  readonly isFarWorse: boolean;
  /**
   * How much fills at once: none (all rests), some or all; or the order would be refused or lapse. Undefined without an
   * order book.
   */
  readonly takes: 'none' | 'some' | 'all' | 'refused' | 'lapses' | undefined;
};

/**
 * Compares a limit price with the current market price. Returns undefined for a market order or without a market price.
 */
export function againstMarket(
  request: OrderRequest,
  estimate: Met | undefined,
  market: Price | undefined,
): AgainstMarket | undefined {
  if (request.kind === 'market' || market === undefined) return undefined;
  const rate = (((request.price - market) * ONE) / market) as Rate;
  const worse = request.side === 'buy' ? rate : -rate;
  return { rate, isFarWorse: worse > FAR, takes: estimate && takesOf(request.force, estimate) };
}

function takesOf(force: Force, { taken: { quantity: taken }, rests }: Met): AgainstMarket['takes'] {
  if (taken === 0n && rests === 0n) return force === 'post' ? 'refused' : 'lapses';
  if (taken === 0n) return 'none';
  return rests === 0n ? 'all' : 'some';
}
