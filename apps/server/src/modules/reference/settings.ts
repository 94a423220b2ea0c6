import { expectDefined, Refusal } from '@app/base';
import { checkChange, type Setting } from '@app/domain/reference';
import type { Reader, Tx } from '../../platform/db/database.ts';
import * as store from './reference.store.ts';

/** A value with its version: receipts name the version, so that an outcome can be recomputed years later. */
export type Versioned<Value> = { readonly value: Value; readonly version: number };

export type Settings = {
  /** Reads the value in force through a cache of one second, so a switch takes effect everywhere within that time. */
  read<Value>(setting: Setting<Value>): Promise<Versioned<Value>>;
};

/** The value in force cannot be read: what it limits or switches is unknown, and unknown means no. */
export class MalformedSetting extends Error {
  constructor(key: string, version: number) {
    super(`setting ${key} version ${version} is malformed`);
    this.name = 'MalformedSetting';
  }
}

const CACHE_MS = 1_000;

/**
 * Monotonic time, not the wall clock: that may be set back, and then no switch would be seen until it has caught up.
 */
const sinceStart = () => performance.now();

export function createSettings(db: Reader, nowMs: () => number = sinceStart): Settings {
  let cached: Promise<store.CurrentSettings> | undefined;
  let readAtMs = Number.NEGATIVE_INFINITY;
  const current = () => {
    if (cached === undefined || nowMs() - readAtMs >= CACHE_MS) {
      readAtMs = nowMs();
      cached = store.readCurrent(db);
      // A failed read is not cached: the next reader queries again.
      cached.catch(() => {
        cached = undefined;
      });
    }
    return cached;
  };
  return {
    read: async (setting) => {
      const row = (await current()).get(setting.key);
      if (row === undefined) return { value: setting.initial, version: 0 };
      const decoded = setting.codec.decode(row.value);
      if (!decoded.ok) throw new MalformedSetting(setting.key, row.version);
      return { value: decoded.value, version: row.version };
    },
  };
}

export type Change<Value> = {
  readonly setting: Setting<Value>;
  readonly value: Value;
  readonly setBy: string;
  readonly approvedBy?: readonly string[];
  readonly reason: string;
};

/** Adds the next version of a setting. Stopping something needs no approval; everything else needs two approvers. */
export async function changeSetting<Value>(tx: Tx, change: Change<Value>): Promise<number> {
  const { setting, setBy, approvedBy = [], reason } = change;
  const value = setting.codec.encode(change.value);
  if (value === undefined) throw new Refusal('setting_invalid');
  const decision = checkChange({ key: setting.key, value, setBy, approvedBy });
  if (!decision.ok) throw new Refusal(decision.code);
  return expectDefined(
    await store.insertVersion(tx, { key: setting.key, value, setBy, approvedBy, reason }),
    'the new version',
  );
}
