/** Constants shared by the rig and the engines it starts. Steps of a market's price are ticks of its grid. */
export const MARKETS = [
  { id: 1, symbol: 'BTC/USDT', pricePlaces: 2, midTicks: 6_000_000, lot: 0.001, leverageMax: 100, stepTicks: 4_000 },
  { id: 2, symbol: 'ETH/USDT', pricePlaces: 2, midTicks: 300_000, lot: 0.01, leverageMax: 100, stepTicks: 150 },
  // A tick is half a basis point and the leverage is high: prices often lie on the very tick that liquidates.
  { id: 6, symbol: 'DOGE/USDT', pricePlaces: 5, midTicks: 20_000, lot: 100, leverageMax: 180, stepTicks: 2 },
] as const;
export type Market = (typeof MARKETS)[number];

/** Mode that is tortured: demo, or with `RIG_MODE=real` real money, whose reserves nobody fills up again. */
export const MODE = process.env.RIG_MODE === 'real' ? 'real' : 'demo';
export const SHARD = `contract-${MODE}`;
/** What the operator pays in for real money. The insurance fund is so small that gaps empty it, as in demo mode. */
export const PAID_IN = { insurance: '600', capital: '400000' } as const;

/** A day of the engines of this rig: nights come every few seconds. */
export const DAY_MS = 6_000;
const HOUR_MS = 3_600_000;
/** Fast days begin with the real day of this hour, so that they lie behind all real ones and never go back in a run. */
export const DAYS_FROM_MS = readStart();

/** The rig's processes inherit the hour in which the first of them was started. */
function readStart(): number {
  process.env.RIG_DAYS_FROM_MS ??= String(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  return Number(process.env.RIG_DAYS_FROM_MS);
}

/** Returns the day of a tick, as the engines of this rig count days. */
export const dayOf = (atMs: number): string =>
  new Date(DAYS_FROM_MS + Math.floor((atMs - DAYS_FROM_MS) / DAY_MS) * 24 * HOUR_MS).toISOString().slice(0, 10);

/** Series of these engines are delivered at a third of their day, like real ones at 08:00. */
export const DELIVERED_AFTER_MS = DAY_MS / 3;

export const FIRST_DAY_MS = Date.parse(dayOf(DAYS_FROM_MS));

/** Returns when a series is delivered, as the engines of this rig count days. */
export const deliversMs = (series: string): number =>
  DAYS_FROM_MS + ((Date.parse(series) - FIRST_DAY_MS) / (24 * HOUR_MS)) * DAY_MS + DELIVERED_AFTER_MS;

/** The market that has trading hours in these engines: sessions of some seconds, whose first ticks only count. */
export const SESSIONS = { market: 2, everyMs: 9_000, openMs: 6_000, reopeningTicks: 3 } as const;

/** Returns when the session of a tick began; undefined while its market is closed. */
export function sessionStartOf(market: number, atMs: number): number | undefined {
  const { everyMs, openMs } = SESSIONS;
  if (market !== SESSIONS.market) return 0;
  const startedMs = DAYS_FROM_MS + Math.floor((atMs - DAYS_FROM_MS) / everyMs) * everyMs;
  return atMs < startedMs + openMs ? startedMs : undefined;
}

/** Low tiers, so that liquidations also reduce positions, and a fee for the insurance fund. */
export const TERMS = {
  open_fee_rate: '0.0004',
  close_fee_rate: '0.00063',
  liquidation_fee_rate: '0.0031',
  maintenance_tiers: [
    { above: '0', rate: '0.004' },
    { above: '2000', rate: '0.006' },
    { above: '6000', rate: '0.011' },
    { above: '20000', rate: '0.025' },
  ],
} as const;

const SPREADS = { major: '0.0001', coin: '0.0003' } as const;
const rates = { overnight_rate: '0.0011' } as const;
/** As the initial classes, with nights that cost so much that they liquidate. */
export const CLASSES = {
  classes: [
    { name: 'major', markets: [1, 2], categories: [], leverage_max: 100, spread_rate: SPREADS.major, ...rates },
    { name: 'coin', markets: [], categories: ['crypto'], leverage_max: 180, spread_rate: SPREADS.coin, ...rates },
    { name: 'forex', markets: [], categories: ['forex'], leverage_max: 50, spread_rate: '0.0002', ...rates },
    {
      name: 'other',
      markets: [],
      categories: ['metal', 'energy', 'index', 'stock'],
      leverage_max: 20,
      spread_rate: '0.0005',
      ...rates,
    },
  ],
} as const;
export const spreadOf = ({ id }: { readonly id: number }): string => (id <= 2 ? SPREADS.major : SPREADS.coin);

export const LIQUIDATION = { bufferRate: '0.002', wholeBelow: '1500' } as const;

/** What the rig sets. The insurance fund is so small that gaps empty it, and the capital has to pay. */
export const SETTINGS: Readonly<Record<string, unknown>> = {
  'contract.terms': TERMS,
  'contract.classes': CLASSES,
  'contract.liquidation_whole_below': LIQUIDATION.wholeBelow,
  'contract.liquidation_buffer_rate': LIQUIDATION.bufferRate,
  'contract.stress_rate': '0.02',
  'contract.series': { markets: MARKETS.map(({ id }) => id), weeks: 8, quarters: 0 },
  'contract.demo_funding': '6000',
  'seconds.demo_funding': '1', // Both products share the capital: this one has to fill it up.
  'contract.reopening_ticks': SESSIONS.reopeningTicks,
  'contract.close_margin_minutes': 0,
  'market.jump_rate': '1',
  'market.block_every_ms': 100,
  'market.tick_every_ms': 100,
};
