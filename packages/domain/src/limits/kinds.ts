/** What users may limit for themselves (decisions, "Care"): amounts a day in USDT, or everything until a time. */
export const LIMIT_KINDS = ['daily_loss', 'daily_deposit', 'cool_off'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
