import { changeLimit as change, checkLimitChange, type Limit, type LimitKind, limitSettings } from '@app/domain/limits';
import { now } from '../../platform/db/clock.ts';
import { accept } from '../../platform/http/accept.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Settings } from '../reference/index.ts';
import { lockLimit, writeLimit } from './limits.store.ts';
import { readLimits, type ShownLimits } from './read-limits.ts';

export type LimitsDeps = Pick<Platform, 'db' | 'transact'> & { readonly settings: Settings };

type Command = { readonly userId: bigint; readonly kind: LimitKind; readonly requested: Limit };

const HOUR_MS = 60 * 60 * 1000;

/** Applies a tighter limit at once and delays a looser one. Requires no step-up: restricting oneself must be easy. */
export async function changeLimit(
  { transact, settings }: LimitsDeps,
  { userId, kind, requested }: Command,
): Promise<ShownLimits> {
  const { value: hours } = await settings.read(limitSettings.loosenAfter);
  return await transact(async (tx) => {
    const stored = await lockLimit(tx, userId, kind);
    const nowMs = (await now(tx)).getTime(); // Read under the lock, so a caller that waited gets a later time.
    const sound = accept(checkLimitChange(kind, requested, nowMs));
    await writeLimit(tx, { userId, kind }, change(stored, sound, { nowMs, waitMs: hours * HOUR_MS }));
    return await readLimits(tx, userId);
  });
}
