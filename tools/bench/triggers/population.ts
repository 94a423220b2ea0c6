import {
  contractSettings,
  NO_STRESS_PASS,
  NO_TRIGGER_SLOT,
  type Position,
  type PositionSide,
  type StressItem,
  type TriggerItem,
} from '@app/domain/contract';
import { type Amount, ONE, type Price, parseDecimal, ZERO } from '@app/money';

const MARKET = { priceTick: parseDecimal<Price>('0.01'), multiplier: parseDecimal<Amount>('0.001') };
export const START = parseDecimal<Price>('50000');
const TERMS = contractSettings.terms.initial;

const LEVERAGES = [2, 5, 5, 10, 10, 20, 20, 50, 100];
const LOT_STEPS_MOST = 1_000_000;
/** Above this size the tiers leave too little for a high leverage. */
const LOT_STEPS_LEVERED = 100_000;
/** Stops and profits are at least this far from the entry, in ticks: 0.4 %, as liquidations at a leverage of 100. */
const LEVEL_DISTANCE = 20_000;
const LEVEL_SPREAD = 500_000;

/** A position as an engine has it in memory. */
export type Holding = TriggerItem & StressItem & { readonly position: Position };

export const positionOf = ({ position }: Holding): Position => position;

export const atTicks = (ticks: number): Price => (BigInt(ticks) * MARKET.priceTick) as Price;
export const START_TICKS = Number(START / MARKET.priceTick);

type Below = (end: number) => number;

/** Makes positions opened at the start price: leverage 2 to 100, all sizes, half of them with stops and profits. */
export function makeHolding(id: number, below: Below): Holding {
  const side: PositionSide = below(2) === 0 ? 'long' : 'short';
  const sign = side === 'long' ? 1 : -1;
  const steps = 1 + Math.floor((below(1_000) / 1_000) ** 6 * LOT_STEPS_MOST); // Few are large.
  const wished = LEVERAGES[below(LEVERAGES.length)] ?? 1;
  const leverage = steps > LOT_STEPS_LEVERED ? Math.min(wished, 10) : wished;
  const lots = (BigInt(steps) * (ONE / 100n)) as Amount;
  const notional = (lots * MARKET.multiplier * START) / (ONE * ONE);
  const levelAt = (direction: number) =>
    below(2) === 0 ? undefined : atTicks(START_TICKS + direction * (LEVEL_DISTANCE + below(LEVEL_SPREAD)));
  return {
    id: BigInt(id),
    side,
    limit: undefined,
    stopLoss: levelAt(-sign),
    takeProfit: levelAt(sign),
    triggerSlot: NO_TRIGGER_SLOT,
    stressPass: NO_STRESS_PASS,
    position: {
      side,
      market: MARKET,
      lots,
      entry: START,
      leverage,
      margin: (notional / BigInt(leverage) + 1n) as Amount,
      openFee: ZERO,
      overnightSince: 0n as Price,
      overnightCharged: ZERO,
      terms: TERMS,
    },
  };
}

/** Makes an order that rests some ticks below the start price. */
export const makeLimit = (id: number, ticks: number, below: Below): Holding => ({
  ...makeHolding(id, below),
  side: 'long',
  limit: atTicks(START_TICKS - ticks),
  stopLoss: undefined,
  takeProfit: undefined,
});
