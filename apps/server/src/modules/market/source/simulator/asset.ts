import type { Category } from '@app/domain/market';

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

/**
 * Level in US dollars (for an index, points), yearly standard deviation, and millions of dollars traded on an ordinary
 * day.
 */
type Figures = readonly [level: number, volatility: number, turnover: number];

/** Initial prices and their volatility, by asset name: plausible, not a forecast. */
const FIGURES: Readonly<Record<string, Figures>> = {
  BTC: [68_000, 0.5, 20_000],
  ETH: [3500, 0.65, 10_000],
  SOL: [150, 0.8, 2500],
  XRP: [0.52, 0.75, 1200],
  BNB: [590, 0.55, 1500],
  DOGE: [0.125, 0.9, 1000],
  ADA: [0.45, 0.75, 350],
  TRX: [0.125, 0.5, 300],
  AVAX: [32, 0.85, 300],
  LINK: [16, 0.8, 300],
  DOT: [6.5, 0.75, 200],
  LTC: [80, 0.65, 350],
  BCH: [430, 0.75, 250],
  UNI: [9, 0.9, 200],
  ATOM: [7.5, 0.75, 150],
  XLM: [0.105, 0.7, 100],
  ETC: [26, 0.75, 200],
  FIL: [5.2, 0.85, 200],
  NEAR: [6, 0.9, 250],
  APT: [8, 0.85, 150],
  ARB: [0.9, 0.85, 250],
  OP: [2.1, 0.9, 200],
  SUI: [1.05, 0.95, 250],
  AAVE: [95, 0.85, 150],
  ICP: [10.5, 0.85, 120],
  HBAR: [0.085, 0.8, 90],
  POL: [0.55, 0.8, 200],
  TON: [7, 0.7, 250],
  SHIB: [0.000021, 0.95, 400],
  PEPE: [0.000011, 1.2, 900],
  USD: [1, 0, 20_000],
  EUR: [1.085, 0.08, 60_000],
  GBP: [1.275, 0.085, 30_000],
  JPY: [1 / 151.5, 0.095, 40_000],
  AUD: [0.665, 0.1, 15_000],
  CHF: [1 / 0.885, 0.08, 12_000],
  CAD: [1 / 1.365, 0.065, 15_000],
  NZD: [0.61, 0.1, 5000],
  TRY: [1 / 32.5, 0.14, 1500],
  HKD: [1 / 7.81, 0.006, 5000],
  XAU: [2350, 0.15, 50_000],
  XAG: [29.5, 0.27, 8000],
  XPT: [985, 0.24, 900],
  XPD: [960, 0.36, 500],
  WTI: [78, 0.34, 25_000],
  BRENT: [82.5, 0.32, 20_000],
  NGAS: [2.6, 0.6, 5000],
  US500: [5300, 0.15, 100_000],
  US100: [18_800, 0.2, 60_000],
  US30: [39_000, 0.14, 20_000],
  GER40: [18_500, 0.16, 15_000],
  UK100: [8200, 0.12, 8000],
  JPN225: [38_800, 0.2, 15_000],
  HK50: [18_000, 0.24, 8000],
  AAPL: [210, 0.25, 11_000],
  MSFT: [430, 0.22, 9000],
  NVDA: [125, 0.5, 35_000],
  AMZN: [185, 0.3, 8000],
  GOOGL: [175, 0.28, 5000],
  META: [500, 0.35, 7000],
  TSLA: [220, 0.55, 20_000],
  NFLX: [650, 0.35, 2500],
  COIN: [235, 0.75, 2500],
};
