import { secondsShard } from '@app/domain/seconds';

/** Constants shared by the rig and the engines it starts. Steps of a market's price are ticks of its grid. */
export const MARKETS = [
  { id: 1, symbol: 'BTC/USDT', pricePlaces: 2, midTicks: 6_000_000, stepTicks: 40 },
  { id: 2, symbol: 'ETH/USDT', pricePlaces: 2, midTicks: 300_000, stepTicks: 2 },
  // Its price moves by one tick now and then: many bets end flat.
  { id: 6, symbol: 'DOGE/USDT', pricePlaces: 5, midTicks: 20_000, stepTicks: 1 },
] as const;

export const MODE = 'demo';
export const SHARD = secondsShard(MODE);
export const CURRENCY = 'USDT';

/** As short as the settings allow, so that much ends within a run. */
export const LENGTHS = [5, 6, 8] as const;

const TIMES = { entry_delay_ms: 1_000, cancel_lead_ms: 1_000, void_after_ms: 2_000 } as const;

/** Terms that take turns: every bet keeps those of its acceptance. */
export const TERMS = [
  { ...TIMES, payouts: LENGTHS.map((seconds, more) => ({ seconds, rate: `0.8${more + 1}` })) },
  {
    ...TIMES,
    entry_delay_ms: 1_300,
    void_after_ms: 1_700,
    payouts: LENGTHS.map((seconds) => ({ seconds, rate: '0.7' })),
  },
] as const;

/** Longest time from the acceptance of a bet to its end, while the feed runs. */
export const LIFE_MS_MAX = 1_300 + 2_000 + 8_000 + 2_000;

/** A bet is accepted on a price that is no older than this. */
export const FRESH_MS = 2_000;

/**
 * A block is stored within this time of its own, or never: only that much later a bet may end because no tick of its
 * window has come, while the feed says nothing at all.
 */
export const SILENT_MS = 10_000;

const CAPS = { currency: CURRENCY, step: '0.01', stake_min: '5', stake_max: '200', open_stakes_max: '9000' } as const;
export const STAKE_MAX_CENTS = 20_000;

/** What the rig sets. The caps are so low that some bets are refused for them. */
export const SETTINGS: Readonly<Record<string, unknown>> = {
  'seconds.terms': TERMS[0],
  'seconds.caps': { real: [CAPS], demo: [CAPS] },
  'seconds.demo_funding': '30000',
  'contract.demo_funding': '1', // Both products share the capital: this one has to fill it up.
  'market.seconds_fresh_ms': FRESH_MS,
  'market.jump_rate': '1',
  'market.block_every_ms': 100,
  'market.tick_every_ms': 100,
  'market.source_stale_ms': 300, // A venue that is silent stops the price soon.
};
