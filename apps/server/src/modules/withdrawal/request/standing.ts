import { expectDefined } from '@app/base';
import { type KycLevel, kycSettings } from '@app/domain/kyc';
import { killSwitch } from '@app/domain/reference';
import { type Amount, ZERO } from '@app/money';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Settings } from '../../reference/index.ts';
import * as store from '../withdrawal.store.ts';

// What decides on every withdrawal, to an address or to a bank: the same holds, and one limit for both.

/** Refuses while withdrawals are stopped for everybody. */
export async function refuseIfStopped(settings: Settings): Promise<void> {
  const { value: isOn } = await settings.read(killSwitch('withdrawals'));
  if (!isOn) refuseWith('withdrawals_stopped');
}

const HOUR_MS = 3_600_000;

/**
 * Makes a user's withdrawals of every kind wait for each other, so that parallel ones count against the same limit. Refuses whom a
 * change of security or a deposit that was taken back holds; returns the level of verification.
 */
export async function lockStanding(tx: Tx, userId: bigint): Promise<number> {
  await store.lockWithdrawalsOf(tx, userId);
  const { level, held_until, has_incident, now } = expectDefined(await store.readStanding(tx, userId), 'a user');
  if (held_until !== null)
    return refuseWith('withdrawals_held', { hours: `${Math.ceil((held_until.getTime() - now.getTime()) / HOUR_MS)}` });
  return has_incident ? refuseWith('under_review') : level;
}

/** Returns what a level may withdraw within 24 hours, in BTC. */
export async function limitOf(settings: Settings, level: number): Promise<Amount> {
  const known = ([1, 2] as const satisfies readonly KycLevel[]).find((it) => it === level);
  return known === undefined ? ZERO : (await settings.read(kycSettings.withdrawLimits[known])).value;
}

/** What a user may still withdraw, and what holds it, in the form of the wire. */
type Leave = {
  readonly level: number;
  readonly limit_btc: Amount;
  readonly used_btc: Amount;
  readonly held_until: number | null;
  readonly has_incident: boolean;
  readonly is_stopped: boolean;
};

export async function readLeave(
  { db, settings }: { readonly db: Db; readonly settings: Settings },
  userId: bigint,
): Promise<Leave> {
  const { level, held_until, has_incident } = (await store.readStanding(db, userId)) ?? refuseWith('not_found');
  const { value: isOn } = await settings.read(killSwitch('withdrawals'));
  return {
    level,
    limit_btc: await limitOf(settings, level),
    used_btc: await store.readUsed(db, userId),
    held_until: held_until?.getTime() ?? null,
    has_incident,
    is_stopped: !isOn,
  };
}
