import { type AttemptLimit, addressKey, checkAttempts } from '@app/domain/auth';
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
};
export type Limits = Readonly<Record<'account' | 'address' | 'global', Setting<AttemptLimit>>>;

type LimitedKey = { readonly key: string; readonly limit: AttemptLimit };

/** `global` sorts last: whoever counts takes its locks in this order. */
const keysOf = ({ action, account, ip }: Attempt) => ({
  account: `${action}:account:${account}`,
  address: `${action}:address:${addressKey(ip)}`,
  global: `${action}:global`,
});

/**
 * Counts an attempt before it is made, and refuses it where a counter is full. What its own account or address
 * stops does not reach the counter of everybody, so nobody can fill that one alone.
 */
export async function countAttempt(
  { transact, settings }: Pick<AuthDeps, 'transact' | 'settings'>,
  attempt: Attempt,
  limits: Limits,
): Promise<void> {
  const { account, address, global } = await readLimits(settings, attempt, limits);
  const decision = await transact(async (tx) => {
    const own = checkAttempts(await count(tx, [account, address]));
    return own.ok ? checkAttempts(await count(tx, [global])) : own;
  });
  accept(decision); // After the commit: a refusal inside would take the count back.
}

/** An attempt that succeeded was no guess. */
export const giveBack = (tx: Tx, attempt: Attempt): Promise<void> =>
  store.removeAttempts(tx, Object.values(keysOf(attempt)));

async function readLimits(settings: Settings, attempt: Attempt, limits: Limits) {
  const keys = keysOf(attempt);
  const read = async (name: keyof Limits) => ({ key: keys[name], limit: (await settings.read(limits[name])).value });
  return { account: await read('account'), address: await read('address'), global: await read('global') };
}

async function count(tx: Tx, counters: readonly LimitedKey[]) {
  const rows = await store.addAttempts(
    tx,
    counters.map(({ key, limit }) => ({ key, seconds: limit.seconds })),
  );
  return rows.flatMap((row) =>
    counters
      .filter(({ key }) => key === row.key)
      .map(({ limit }) => ({ count: row.count, secondsLeft: row.seconds_left, limit })),
  );
}
