import type { Setting } from '@app/domain/reference';
import type { Reader } from '../../platform/db/database.ts';
import * as store from './reference.store.ts';

/** A value with its version: receipts name the version, so that an outcome can be recomputed years later. */
export type Versioned<Value> = { readonly value: Value; readonly version: number };

export type Settings = {
  /** Reads the value in force through a cache of 0.7 s, so a switch takes effect everywhere within a second of the click. */
  read<Value>(setting: Setting<Value>): Promise<Versioned<Value>>;
};

/** The value in force cannot be read: what it limits or switches is unknown, and unknown means no. */
export class MalformedSetting extends Error {
  constructor(key: string, version: number) {
    super(`setting ${key} version ${version} is malformed`);
    this.name = 'MalformedSetting';
  }
}

const CACHE_MS = 700;

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
