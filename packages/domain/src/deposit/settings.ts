import { integer, setting } from '../reference/index.ts';

/** A deposit is credited once its block has this many confirmations, its own included. */
export const confirmations = setting({
  key: 'deposit.confirmations_erc20',
  codec: integer({ min: 1, max: 200 }),
  initial: 12,
  meaning: 'Confirmations on Ethereum after which a deposit is credited.',
});

export const depthMax = setting({
  key: 'deposit.reorganisation_depth_max',
  codec: integer({ min: 2, max: 1_000 }),
  initial: 64,
  meaning:
    'The deepest reorganisation of a chain that is followed; a deeper one stops deposits until an operator clears it.',
});

export const claimsPerDay = setting({
  key: 'deposit.claims_per_day',
  codec: integer({ min: 1, max: 100 }),
  initial: 10,
  meaning: 'Most reports of missing deposits that one user may send within 24 hours.',
});
