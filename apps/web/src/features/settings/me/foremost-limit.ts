import type { Amount } from '@app/money';
import type { Output } from '@app/protocol';
import type { readLimits } from '@app/protocol/limits';

export type ForemostLimit =
  | { readonly kind: 'break' }
  | { readonly kind: 'daily_loss' | 'daily_deposit'; readonly amount: Amount };

/** Returns the one limit that matters most today: a break, then the daily loss, then the daily deposit. */
export function foremostLimit({ list }: Output<typeof readLimits>, nowMs: number): ForemostLimit | undefined {
  if (list.some(({ until }) => until !== null && until > nowMs)) return { kind: 'break' };
  for (const kind of ['daily_loss', 'daily_deposit'] as const) {
    const amount = list.find((limit) => limit.kind === kind)?.amount ?? null;
    if (amount !== null) return { kind, amount };
  }
  return undefined;
}
