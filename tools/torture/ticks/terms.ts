/** Constants shared by the rig and the processes it starts. */
export const CURRENCY = 'USDT';
export const MODE = 'demo';
export const MARKETS = [1, 2, 3] as const;
export const USERS = 6;
export const SHARDS = 12;
export const INBOX_COMMAND = 'count.inbox';
export const DUE_EVERY_MS = 40;

/** Returns the user for whom something is counted. */
export const userOf = (ref: string): bigint => BigInt(1 + (Number(ref.replace(/\D/g, '')) % USERS));

/**
 * `none` is the product. Each sabotage removes one protection: ticks between two looks are skipped, undecided commands
 * are not stored with the cursor, the cursor is committed after the effects.
 */
export const SABOTAGES = ['newest-only', 'not-stored', 'late-cursor'] as const;
export type Sabotage = 'none' | (typeof SABOTAGES)[number];

/** What one run of interleavings did. */
export type Interleaved = {
  readonly interleavings: number;
  readonly takeovers: number;
  readonly pauses: number;
  readonly locks: number;
  readonly hints: Readonly<Record<'delivered' | 'dropped' | 'repeated', number>>;
  /** Backends ended at each checkpoint of a batch. */
  readonly kills: Readonly<Record<string, number>>;
};
