import type { Setting } from '@app/domain/reference';
import type { Db } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transact.ts';
import type { KeyRing } from '../../platform/process/key-ring.ts';
import type { createPasswords } from '../auth/index.ts';
import type { Settings } from '../reference/index.ts';

/** Declarations of all settings by key; a key that is missing is read by no rule. */
export type AllSettings = ReadonlyMap<string, Setting<unknown>>;

export type StaffDeps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly settings: Settings;
  readonly keys: KeyRing;
  readonly passwords: ReturnType<typeof createPasswords>;
  /** Origin of the staff app, for passkeys. */
  readonly publicUrl: string;
  readonly allSettings: AllSettings;
};
