import type { KeyRing } from '../../platform/process/key-ring.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Media } from '../media/index.ts';
import type { Settings } from '../reference/index.ts';
import type { Passwords } from './account/password-hash.ts';

/** Dependencies injected by the composition root. */
export type AuthDeps = Platform & {
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly keys: KeyRing;
  readonly media: Media;
  readonly passwords: Passwords;
  /** Origin where users open the app. */
  readonly publicUrl: string;
};
