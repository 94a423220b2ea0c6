/** Whose day it is, since when, and after which change of the balances: equal balances may have come about otherwise. */
type DayQuery = { readonly scope: string; readonly since: number; readonly seq: string };

export const dayKeyOf = ({ scope, since, seq }: DayQuery) => ['wallet', 'equity', scope, since, seq] as const;

/** Whether both are of one person's one day: only then may one answer stand in for the other until that comes. */
export const isSameDay = (before: readonly unknown[] | undefined, { scope, since }: DayQuery): boolean =>
  before !== undefined && before[2] === scope && before[3] === since;
