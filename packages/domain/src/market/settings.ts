import { ONE, parseDecimal, type Rate } from '@app/money';
import { codecOf, decimal, integer, type Setting, setting } from '../reference/index.ts';
import { FRESHNESS } from './freshness.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

const milliseconds = (key: string, initial: number, meaning: string): Setting<number> =>
  setting({ key, codec: integer({ min: 1, max: 10 * MINUTE_MS }), initial, meaning });

const count = (key: string, initial: number, meaning: string): Setting<number> =>
  setting({ key, codec: integer({ min: 1, max: 10_000 }), initial, meaning });

/** A deviation is above zero and at most one: 0.02 is two percent. */
const deviation = codecOf(decimal<Rate>((value) => value > 0n && value <= ONE));

const rate = (key: string, initial: string, meaning: string): Setting<Rate> =>
  setting({ key, codec: deviation, initial: parseDecimal<Rate>(initial), meaning });

/**
 * Block interval. An owner that seals nothing for 600 ms is presumed dead, so at least one interval must fit within
 * that.
 */
export const blockEveryMs = setting({
  key: 'market.block_every_ms',
  codec: integer({ min: 50, max: 300 }),
  initial: 200,
  meaning: 'How often new prices are sealed into a block.',
});
export const tickEveryMs = milliseconds('market.tick_every_ms', 200, 'How often each market gets an index price.');
export const blockDays = setting({
  key: 'market.block_days',
  codec: integer({ min: 1, max: 3_650 }),
  initial: 7,
  meaning: 'How many days the ticks of sealed blocks are kept; headers stay for ever.',
});

/** Minimum number of sources: two, because two live venues are connected; raise it to three with a third venue. */
export const sourcesMin = setting({
  key: 'market.sources_min',
  codec: integer({ min: 1, max: 10 }),
  initial: 2,
  meaning: 'How many venues must agree before there is an index price.',
});
export const sourceStaleMs = milliseconds(
  'market.source_stale_ms',
  2_000,
  'A venue’s word older than this is not used.',
);
export const sourceAheadMs = milliseconds(
  'market.source_ahead_ms',
  1_000,
  'How far a venue’s clock may be ahead; a word from later than that was never said.',
);
export const outlierRate = rate(
  'market.outlier_rate',
  '0.02',
  'A venue further than this from the median of all is not used.',
);
export const jumpRate = rate(
  'market.jump_rate',
  '0.05',
  'An index price further than this from those of the last seconds waits.',
);
/** Shorter than the ten seconds after which a bet without a price is void, so that a genuine jump voids none. */
export const jumpConfirmMs = milliseconds(
  'market.jump_confirm_ms',
  5_000,
  'How long the venues must stay where they jumped before the index follows.',
);

export const disputeMs = milliseconds(
  'market.dispute_ms',
  5 * MINUTE_MS,
  'How long a venue that stands by an older price keeps the index near it.',
);

export const secondsFreshMs = milliseconds(
  'market.seconds_fresh_ms',
  FRESHNESS.seconds,
  'The oldest price a bet is taken on.',
);
export const contractFreshMs = milliseconds(
  'market.contract_fresh_ms',
  FRESHNESS.contract,
  'The oldest price a contract deals at.',
);
export const spotFreshMs = milliseconds(
  'market.spot_fresh_ms',
  FRESHNESS.spot,
  'The oldest price a spot market order deals at.',
);
export const amberMs = milliseconds('market.amber_ms', FRESHNESS.amber, 'A price shown turns amber at this age.');
export const dimmedMs = milliseconds('market.dimmed_ms', FRESHNESS.dimmed, 'A price shown is dimmed at this age.');

export const barsMax = count('market.bars_max', 1_500, 'How many bars one answer holds at most.');
export const minuteBarDays = count('market.minute_bar_days', 60, 'How many days bars of a minute are kept.');
export const favouritesMax = count('market.favourites_max', 100, 'How many markets one user may mark.');
