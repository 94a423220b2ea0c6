import type { Mode } from '@app/domain/ledger';

/** Constants shared by the rig and the engines it starts. A step is a basis point of the mid price. */
export const MARKETS = [
  {
    id: 1,
    base: 'BTC',
    midTicks: 6_000_000,
    stepTicks: 600,
    pricePlaces: 2,
    lotPlaces: 5,
    lots: { min: 20, max: 400 },
  },
  {
    id: 2,
    base: 'ETH',
    midTicks: 300_000,
    stepTicks: 30,
    pricePlaces: 2,
    lotPlaces: 4,
    lots: { min: 100, max: 2_000 },
  },
  {
    id: 6,
    base: 'DOGE',
    midTicks: 20_000,
    stepTicks: 2,
    pricePlaces: 5,
    lotPlaces: 0,
    lots: { min: 100, max: 3_000 },
  },
] as const;
export type Market = (typeof MARKETS)[number];
export const QUOTE = 'USDT';

/** Quotes of the house: close to the price and small, so that they are taken, emptied and funded again. */
export const LADDER = {
  name: 'all',
  markets: [],
  levels: 5,
  spread_rate: '0.0003',
  step_rate: '0.0001',
  level_worth: '400',
  inventory_max: '20000',
  double_every: 5,
  growth_rate: '0.5',
  vary_rate: '0.5',
  renew_ticks: 4,
} as const;
export const LADDER_FUNDING = '3000';

/** Users with personal limits: one may lose little a day, one has a break and may not buy at all. */
export const LIMITED = { byLoss: 3, byBreak: 7 } as const;
export const LOSS_MAX = '0.5';

/** Fee rates with eighteen places, so that no fill's fee is exact and every one must be rounded. */
export const FEE_LEVELS = [
  { volume: '0', maker: '0.000999999999999937', taker: '0.001499999999999971' },
  { volume: '100000', maker: '0.000799999999999983', taker: '0.001199999999999951' },
] as const;

/** Quantity with which any order fails in `decide`. */
export const POISON_QUANTITY = '0.66666';
/**
 * Users without a client who send such orders, each once per leader: the engine refuses everything of a user whose
 * order failed for a minute, and a client of that user would wait for it.
 */
export const POISONERS = 5;

export const SHARDS: Readonly<Record<Mode, string>> = { real: 'spot-real', demo: 'spot-demo' };

/** Mode at which faults are aimed: the one in which the house trades too. */
export const TARGET: Mode = 'demo';
