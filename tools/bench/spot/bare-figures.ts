import { chargeFee, NO_FEES, type Side } from '@app/domain/spot';
import {
  type Amount,
  add,
  formatDecimal,
  multiply,
  negate,
  type Price,
  parseDecimal,
  type Rate,
  subtract,
} from '@app/money';
import { type BenchMarket, priceOfRest } from './mix.ts';

export const MAKER_RATE = '0.001';
export const TAKER_RATE = '0.0015';

/** All figures in a pair's rows: constant for one market and side, so computed once. */
export type PairFigures = {
  readonly price: string;
  readonly quantity: string;
  readonly cost: string;
  readonly held: string;
  readonly heldBack: string;
  readonly maker: Charged;
  readonly taker: Charged;
  readonly buyerPays: string;
  readonly sellerGives: string;
  readonly sellerGets: string;
  readonly fees: string;
};
type Charged = { readonly fee: string; readonly exactFee: string };

const EXACT_PLACES = 36;
const known = new Map<string, PairFigures>();

export function figuresOf(market: BenchMarket, side: Side): PairFigures {
  const name = `${market.id}:${side}`;
  const figures = known.get(name) ?? compute(market, side);
  known.set(name, figures);
  return figures;
}

function compute(market: BenchMarket, side: Side): PairFigures {
  const price = priceOfRest(market, side);
  const quantity = parseDecimal<Amount>(market.quantity);
  const cost = multiply(quantity, parseDecimal<Price>(price), 'down');
  const feeAt = (rate: string) => chargeFee(NO_FEES, cost, parseDecimal<Rate>(rate)).due;
  const makerFee = feeAt(MAKER_RATE);
  const takerFee = feeAt(TAKER_RATE);
  const [buyerFee, sellerFee] = side === 'buy' ? [makerFee, takerFee] : [takerFee, makerFee];
  const held = side === 'buy' ? add(cost, makerFee) : quantity;
  return {
    price,
    quantity: market.quantity,
    cost: formatDecimal(cost),
    held: formatDecimal(held),
    heldBack: formatDecimal(negate(held)),
    maker: chargedOf(makerFee),
    taker: chargedOf(takerFee),
    buyerPays: formatDecimal(negate(add(cost, buyerFee))),
    sellerGives: formatDecimal(negate(quantity)),
    sellerGets: formatDecimal(subtract(cost, sellerFee)),
    fees: formatDecimal(add(makerFee, takerFee)),
  };
}

/** Formats a fee; these fees are exact at eighteen decimals, so their exact form only has more zeros. */
function chargedOf(fee: Amount): Charged {
  const [whole = '0', part = ''] = formatDecimal(fee).split('.');
  return { fee: formatDecimal(fee), exactFee: `${whole}.${part.padEnd(EXACT_PLACES, '0')}` };
}
