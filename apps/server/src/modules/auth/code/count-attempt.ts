import { addressKey, type Decision, ok } from '@app/base';
import { type AttemptLimit, checkAttempts } from '@app/domain/auth';
import type { Setting } from '@app/domain/reference';
import type { Tx } from '../../../platform/db/database.ts';
import { accept } from '../../../platform/http/accept.ts';
import type { Settings } from '../../reference/index.ts';
import type { AuthDeps } from '../auth-deps.ts';
import * as store from './attempt.store.ts';

export type Attempt = {
  readonly action: 'login' | 'code' | 'sms' | 'try' | 'register';
  readonly account: string;
  readonly ip: string;
  /** Mailbox or phone that receives a message, if any; the same for every caller and every account name. */
  readonly recipient?: string;
  /**
   * Device known to the account. Its failures are counted separately, so that a stranger's failures cannot lock out the
   * owner.
   */
  readonly knownDevice?: string | undefined;
};
export type Limits = Readonly<
  Record<'account' | 'pair' | 'address' | 'global', Setting<AttemptLimit>> & { recipient?: Setting<AttemptLimit> }
>;

/** Counter key with its limit. */
export type Limited = { readonly key: string; readonly limit: Setting<AttemptLimit> };
export type Counter = { readonly key: string; readonly limit: AttemptLimit };

const keysOf = ({ action, account, ip, recipient = account, knownDevice }: Attempt) => ({
  address: `${action}:address:${addressKey(ip)}`,
  device: `${action}:device:${knownDevice}`,
  pair: `${action}:pair:${account}:${addressKey(ip)}`,
  account: `${action}:account:${account}`,
  recipient: `${action}:recipient:${recipient}`,
  global: `${action}:global`,
});

/** Returns the counters of an attempt, in the order in which they are taken. */
function countersOf(attempt: Attempt, limits: Limits): readonly Limited[] {
  const keys = keysOf(attempt);
  const isKnown = attempt.knownDevice !== undefined;
  return [
    { key: keys.address, limit: limits.address },
    ...(isKnown ? [{ key: keys.device, limit: limits.pair }] : []),
    ...(isKnown ? [] : [{ key: keys.pair, limit: limits.pair }]),
    ...(isKnown ? [] : [{ key: keys.account, limit: limits.account }]),
    ...(limits.recipient === undefined ? [] : [{ key: keys.recipient, limit: limits.recipient }]),
    { key: keys.global, limit: limits.global },
  ];
}

/**
 * Counts an attempt before it is made, and refuses it if a counter is full. An attempt stopped by its address counter
 * does not reach the account's, so it cannot lock others out; one stopped by either does not reach the global counter,
 * so no single source can fill it. One address may fail against one account only a few times; the limit over all
 * addresses is much higher, otherwise any caller could lock an owner out.
 */
export async function countAttempt(
  { transact, settings }: Pick<AuthDeps, 'transact' | 'settings'>,
  attempt: Attempt,
  limits: Limits,
): Promise<void> {
  const counters = await readLimits(settings, countersOf(attempt, limits));
  const decision = await transact((tx) => countInTurn(tx, counters));
  accept(decision); // After the commit: refusing inside would roll back the count.
}

/** Uncounts a successful login, which was no guess. */
export async function uncountAttempt(tx: Tx, attempt: Attempt): Promise<void> {
  const { address, device, pair, account, global } = keysOf(attempt);
  const own = attempt.knownDevice === undefined ? [pair, account] : [device];
  await store.removeAttempts(tx, [address, ...own, global]);
}

/** Reads limits before a transaction, so that the read does not prolong its locks. */
export const readLimits = (settings: Settings, limited: readonly Limited[]): Promise<Counter[]> =>
  Promise.all(limited.map(async ({ key, limit }) => ({ key, limit: (await settings.read(limit)).value })));

/** Increments counters in order up to the first full one; the counters behind it are not touched. */
export async function countInTurn(tx: Tx, counters: readonly Counter[]): Promise<Decision<true, 'too_many_requests'>> {
  for (const { key, limit } of counters) {
    const { count, seconds_left: secondsLeft } = await store.addAttempt(tx, { key, seconds: limit.seconds });
    const decision = checkAttempts([{ count, secondsLeft, limit }]);
    if (!decision.ok) return decision;
  }
  return ok(true);
}
