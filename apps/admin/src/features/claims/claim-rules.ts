import { claimText } from '@app/domain/deposit';
import { ownCoins } from '@app/domain/reconciliation';
import { CHANGES, type StaffRole } from '@app/domain/staff';
import { type Amount, parseDecimal, ZERO } from '@app/money';
import type { Change, DeskClaim, LyingCoin } from '../../data/queries.ts';

/** States in the order of the filter: those that need somebody first. */
export const CLAIM_ORDER = ['waiting', 'approved', 'refused', 'credited'] as const satisfies DeskClaim['state'][];

export const CLAIM_TONES: Readonly<Record<DeskClaim['state'], 'ok' | 'warn' | 'danger' | 'info'>> = {
  waiting: 'warn',
  approved: 'info',
  credited: 'ok',
  refused: 'danger',
};

/** Whether this person may propose to credit what was found. */
export function mayPropose({ roles }: { readonly roles: readonly StaffRole[] }): boolean {
  const makers: readonly StaffRole[] = CHANGES['deposit.approve'].makers;
  return makers.some((role) => roles.includes(role));
}

/** Whether a report can still be refused. */
export const isRefusable = ({ state }: Pick<DeskClaim, 'state'>): boolean =>
  state === 'waiting' || state === 'approved';

type Named = Pick<DeskClaim, 'id' | 'user_id' | 'chain' | 'currency'>;

/** Returns the exact text that two people sign to credit an amount for a report. */
export const payloadFor = ({ id, user_id: userId, chain, currency }: Named, amount: Amount): string =>
  claimText({ id, userId, chain, currency, amount });

/** Whether a change credits this report, its user and its coin, with any amount. */
export function isChangeOf(row: Named, change: Pick<Change, 'kind' | 'payload'>): boolean {
  if (change.kind !== 'deposit.approve') return false;
  const { amount } = JSON.parse(change.payload) as { amount: string }; // Checked by the server.
  const found = readFound(amount);
  return found !== undefined && change.payload === payloadFor(row, found);
}

const DECIMAL = /^\d{1,20}(?:\.\d{1,18})?$/;

/** Reads an amount as a person types it; undefined if it is none, or zero. */
export function readFound(text: string): Amount | undefined {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) return undefined;
  const amount = parseDecimal<Amount>(trimmed);
  return amount > 0n ? amount : undefined;
}

/** Returns the coins of a report's chain that nothing explains; undefined where custody compares nothing. */
export function lyingFor(
  { chain, currency }: Pick<DeskClaim, 'chain' | 'currency'>,
  coins: readonly LyingCoin[],
): { readonly coin: LyingCoin; readonly free: Amount } | undefined {
  const coin = coins.find((it) => it.chain === chain && it.currency === currency);
  if (coin === undefined) return undefined;
  const free = ownCoins(coin);
  return { coin, free: free > 0n ? free : ZERO };
}
