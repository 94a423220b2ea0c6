import type { Db } from '../../platform/db/database.ts';
import * as store from './media.store.ts';
import { openObjectStore } from './object-store.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes bytes that no file needs: of an upload that failed before its row, or of a removed file. They are at least a
 * day old, so no process is about to write their row. Returns how many were deleted.
 */
export async function sweepMedia(db: Db, folder: string, nowMs: number = Date.now()): Promise<number> {
  const objects = openObjectStore(folder);
  let removed = 0;
  for (const mode of ['public', 'sealed'] as const) {
    for await (const page of objects.list(mode)) {
      const old = page.filter(({ writtenAtMs }) => nowMs - writtenAtMs > DAY_MS);
      const needed = await store.findNeeded(
        db,
        old.map(({ id }) => id),
      );
      const unneeded = old.filter(({ id }) => !needed.has(id));
      for (const name of unneeded) await objects.remove(name);
      removed += unneeded.length;
    }
  }
  return removed;
}
