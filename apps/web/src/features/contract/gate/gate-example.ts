import { distanceTo } from '@app/client/contract';
import {
  type ContractMarket,
  type ContractTerms,
  liquidationPrice,
  type Position,
  resultAt,
} from '@app/domain/contract';
import { type Amount, ONE, type Price, parseDecimal, type Rate, ZERO } from '@app/money';

/** A made-up market on which the example stands: a coin at 100. */
const MARKET: ContractMarket = { priceTick: parseDecimal<Price>('0.01'), multiplier: ONE as Amount };
const ENTRY = parseDecimal<Price>('100');
const LOTS = parseDecimal<Amount>('10');
const EXAMPLE = { margin: parseDecimal<Amount>('100'), leverage: 10 };

const NO_NIGHTS = 0n as Price;

/** Returns how far a long of 100 USDT at ten times falls until it is closed by force, and its loss half-way there. */
export function gateExample(terms: ContractTerms): { closesAt: Rate; halfway: Rate; lossHalfway: Amount } {
  const position: Position = {
    side: 'long',
    market: MARKET,
    lots: LOTS,
    entry: ENTRY,
    leverage: EXAMPLE.leverage,
    margin: EXAMPLE.margin,
    openFee: ZERO,
    overnightSince: NO_NIGHTS,
    overnightCharged: ZERO,
    terms,
  };
  const closesAt = distanceTo(liquidationPrice(position, NO_NIGHTS) ?? MARKET.priceTick, ENTRY);
  const halfway = (closesAt / 2n) as Rate;
  const price = ((ENTRY * (ONE + halfway)) / ONE) as Price;
  return { closesAt, halfway, lossHalfway: resultAt(position, price) };
}
