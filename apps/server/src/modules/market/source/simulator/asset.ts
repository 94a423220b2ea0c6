import type { Category } from '@app/domain/market';
import { FIGURES, type Figures } from './figures.ts';

/** Factors that move many prices at once, and their correlations, whose squares add up to less than 1. */
type Follows = Partial<Record<'crypto' | 'dollar' | 'metal' | 'energy' | 'equity', number>>;

/** Price model of one traded asset. */
export type Asset = {
  readonly level: number;
  readonly volatility: number;
  readonly turnover: number;
  readonly follows: Follows;
};

const FOLLOWS: Readonly<Record<Category, Follows>> = {
  crypto: { crypto: 0.75, equity: 0.1 },
  forex: { dollar: -0.7 },
  metal: { metal: 0.75, dollar: -0.2 },
  energy: { energy: 0.9 },
  index: { equity: 0.8 },
  stock: { equity: 0.6 },
};

/** Assets whose factors differ from their category's. The Hong Kong dollar is pegged and follows none. */
const OWN_FOLLOWS: Readonly<Record<string, Follows>> = {
  BTC: { crypto: 0.9, equity: 0.2 },
  ETH: { crypto: 0.88, equity: 0.15 },
  COIN: { crypto: 0.55, equity: 0.4 },
  NGAS: { energy: 0.3 },
  HKD: {},
};

/** Defaults for markets added later without their own figures. */
const UNKNOWN: Readonly<Record<Category, Figures>> = {
  crypto: [1, 0.9, 200],
  forex: [1, 0.08, 4000],
  metal: [100, 0.25, 1000],
  energy: [80, 0.35, 2000],
  index: [10_000, 0.18, 5000],
  stock: [100, 0.35, 3000],
};

/** Returns the price model of an asset by its name, or by its category if the name is new. */
export function assetOf(name: string, category: Category): Asset {
  const [level, volatility, turnover] = FIGURES[name] ?? UNKNOWN[category];
  return { level, volatility, turnover, follows: OWN_FOLLOWS[name] ?? FOLLOWS[category] };
}
