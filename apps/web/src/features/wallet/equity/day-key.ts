/** Query key: session scope, start of the day, and balance sequence; equal balances may have come about differently. */
type DayQuery = { readonly scope: string; readonly since: number; readonly seq: string };

export const dayKeyOf = ({ scope, since, seq }: DayQuery) => ['wallet', 'equity', scope, since, seq] as const;

/** Reports whether both are the same user, mode and day: only then may one response be the other's placeholder. */
export const isSameDay = (before: readonly unknown[] | undefined, { scope, since }: DayQuery): boolean =>
  before !== undefined && before[2] === scope && before[3] === since;
