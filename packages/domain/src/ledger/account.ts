/** Demo is the same exchange with separate money; one transfer never mixes the two. */
export const MODES = ['real', 'demo'] as const;
export type Mode = (typeof MODES)[number];

export const USER_KINDS = ['wallet', 'exchange', 'contract', 'seconds', 'fiat', 'financial', 'copy', 'bonus'] as const;
export const DEAL_KINDS = ['escrow', 'supply', 'campaign_budget'] as const;
export const HOUSE_KINDS = [
  'fee_income',
  'house_pnl',
  'house_ladder',
  'inventory',
  'insurance',
  'rebate',
  'rounding',
  'capital',
] as const;
export const EXTERNAL_KINDS = ['external'] as const;

export type UserKind = (typeof USER_KINDS)[number];
export type DealKind = (typeof DEAL_KINDS)[number];
export type HouseKind = (typeof HOUSE_KINDS)[number];
export type AccountKind = UserKind | DealKind | HouseKind | (typeof EXTERNAL_KINDS)[number];

/** Owner, purpose and currency of an account. With the transfer's mode this identifies one row. */
export type AccountName = { readonly owner: string; readonly kind: AccountKind; readonly currency: string };

export const userAccount = (userId: bigint, kind: UserKind, currency: string): AccountName => ({
  owner: `user:${userId}`,
  kind,
  currency,
});

/**
 * Names an account that holds money of a deal until its outcome: an order's escrow, an ad's or a project's supply, a
 * campaign's budget.
 */
export const dealAccount = (deal: string, kind: DealKind, currency: string): AccountName => ({
  owner: deal,
  kind,
  currency,
});

/** Names a house account. There is one per engine shard, so that no row is shared by all writers. */
export const houseAccount = (shard: string, kind: HouseKind, currency: string): AccountName => ({
  owner: `house:${shard}`,
  kind,
  currency,
});

/** Names the counterparty of money that enters or leaves the platform: a chain, a bank, the demo grant. */
export const externalAccount = (source: string, currency: string): AccountName => ({
  owner: `world:${source}`,
  kind: 'external',
  currency,
});
