import type { Db } from '../../platform/db/database.ts';
import type { KeyRing } from '../../platform/process/key-ring.ts';
import * as store from './media.store.ts';
import { rewrapKey } from './seal-file.ts';

export type Rotation = { readonly rewrapped: number; readonly unopened: readonly string[] };

const BATCH = 200;

/**
 * Rewraps every file key under the newest master key; afterwards older master keys can be removed. Touches no file.
 * After a crash it runs again and does only the rest; a key that cannot be decrypted is reported and left unchanged.
 */
export async function rotateKeys(db: Db, keys: KeyRing): Promise<Rotation> {
  const unopened: string[] = [];
  let rewrapped = 0;
  let after = '';
  for (;;) {
    const old = await store.findOldKeys(db, keys.currentId, { after, count: BATCH });
    const fresh = old.flatMap((wrapped) => tryRewrap(keys, wrapped) ?? []);
    await store.replaceKeys(db, fresh);
    rewrapped += fresh.length;
    unopened.push(...old.map(({ id }) => id).filter((id) => !fresh.some((wrapped) => wrapped.id === id)));
    const last = old.at(-1);
    if (last === undefined) return { rewrapped, unopened };
    after = last.id;
  }
}

function tryRewrap(keys: KeyRing, { id, key }: store.WrappedKey): store.WrappedKey | undefined {
  try {
    return { id, key: rewrapKey(keys, id, key) };
  } catch {
    return undefined;
  }
}
