import type { Force, OrderEstimate, OrderRequest } from '@app/domain/spot';
import { ONE, type Price, type Rate } from '@app/money';

/** Beyond it a price is worth a second look: two per cent worse than the market. */
const FAR: Rate = (ONE / 50n) as Rate;

type Met = Pick<OrderEstimate, 'taken' | 'rests'>;

export type AgainstMarket = {
  /** How far from the market's price, with its sign. */
  readonly rate: Rate;
  /** Dearer for a buyer or cheaper for a seller than two per cent. */
  readonly isFarWorse: boolean;
  /** All of it waits, some of it trades at once, or all does; or neither: it would be refused, or lapse. Not known without a book. */
  readonly takes: 'none' | 'some' | 'all' | 'refused' | 'lapses' | undefined;
};

/** How a limit price stands against what the market costs now. Nothing for a market order, or without a price to compare. */
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
