import type { Depth, Side } from '@app/domain/spot';
import type { Price } from '@app/money';
import type { OrderForm } from './form-state.ts';

type Best = { readonly side: 'bid' | 'ask'; readonly price: Price };

const OWN = { buy: 'bid', sell: 'ask' } as const satisfies Record<Side, Best['side']>;

/**
 * Returns the price a tap on BBO takes: first the best on the form's own side, which rests; then the other side's,
 * which fills at once.
 */
export function nextBest({ side, best }: Pick<OrderForm, 'side' | 'best'>, depth: Depth): Best | undefined {
  const own = OWN[side];
  const other = own === 'bid' ? 'ask' : 'bid';
  const ours = bestOf(own, depth);
  const theirs = bestOf(other, depth);
  return best === own ? (theirs ?? ours) : (ours ?? theirs);
}

function bestOf(side: Best['side'], depth: Depth): Best | undefined {
  const price = depth[`${side}s`][0]?.[0];
  return price && { side, price };
}
