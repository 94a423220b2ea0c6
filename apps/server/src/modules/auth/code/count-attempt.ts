import { addressKey, type Decision, ok } from '@app/base';
import { type AttemptLimit, checkAttempts } from '@app/domain/auth';
import type { Setting } from '@app/domain/reference';
import { accept } from '../../../platform/accept.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Settings } from '../../reference/index.ts';
import type { AuthDeps } from '../auth-deps.ts';
import * as store from './attempt.store.ts';

export type Attempt = {
  readonly action: 'login' | 'code' | 'sms' | 'try' | 'register';
  readonly account: string;
  readonly ip: string;
  /** The mailbox or phone that is written to, where something is: one, whoever asks and under which name. */
  readonly recipient?: string;
  /** A device that the account knows. Its failures count for itself, so that no stranger's can lock its owner out. */
  readonly knownDevice?: string | undefined;
};
export type Limits = Readonly<
  Record<'account' | 'pair' | 'address' | 'global', Setting<AttemptLimit>> & { recipient?: Setting<AttemptLimit> }
>;

/** A counter by its key, and what may be counted there. */
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

/** Whom an attempt counts for, in the order in which the counters are taken. */
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
 * Counts an attempt before it is made, and refuses it where a counter is full. What its own address stops reaches no
 * account, so it cannot lock others out; what either stops does not reach everybody, so nobody fills that one alone. One
 * address fails against one account a few times only; from everywhere together it may be many more, or anybody could lock an
 * owner out.
 */
export async function countAttempt(
  { transact, settings }: Pick<AuthDeps, 'transact' | 'settings'>,
  attempt: Attempt,
  limits: Limits,
): Promise<void> {
  const counters = await readLimits(settings, countersOf(attempt, limits));
  const decision = await transact((tx) => countInTurn(tx, counters));
  accept(decision); // After the commit: a refusal inside would take the count back.
}

/** A login that succeeded was no guess. */
export async function giveBack(tx: Tx, attempt: Attempt): Promise<void> {
  const { address, device, pair, account, global } = keysOf(attempt);
  const own = attempt.knownDevice === undefined ? [pair, account] : [device];
  await store.removeAttempts(tx, [address, ...own, global]);
}

/** Before a transaction: what it costs to read them is not waited for under locks. */
export const readLimits = (settings: Settings, limited: readonly Limited[]): Promise<Counter[]> =>
  Promise.all(limited.map(async ({ key, limit }) => ({ key, limit: (await settings.read(limit)).value })));

/** Counts one after another as far as the first that is full: what that one stops reaches none behind it. */
export async function countInTurn(tx: Tx, counters: readonly Counter[]): Promise<Decision<true, 'too_many_requests'>> {
  for (const { key, limit } of counters) {
    const { count, seconds_left: secondsLeft } = await store.addAttempt(tx, { key, seconds: limit.seconds });
    const decision = checkAttempts([{ count, secondsLeft, limit }]);
    if (!decision.ok) return decision;
  }
  return ok(true);
}
