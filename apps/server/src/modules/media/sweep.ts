import { mediaSettings } from '@app/domain/media';
import type { Setting } from '@app/domain/reference';
import type { Db } from '../../platform/db/database.ts';
import * as store from './media.store.ts';
import { type ObjectStore, openObjectStore } from './object-store.ts';

type Settings = { read<Value>(setting: Setting<Value>): Promise<{ readonly value: Value }> };

const DAY_MS = 86_400_000;
const BATCH = 200;

/**
 * Deletes uploads that nothing used in time, and bytes that no file needs. Returns how many files' bytes were deleted.
 */
export async function sweepMedia(db: Db, folder: string, settings: Settings): Promise<number> {
  const objects = openObjectStore(folder);
  const { value: hours } = await settings.read(mediaSettings.keepUnusedHours);
  return (await sweepUnused(db, objects, hours)) + (await sweepBytes(db, objects));
}

/**
 * Rows first: a claim at the same moment either has the row and it stays, or finds no row. Bytes whose row is deleted
 * when the process ends are found by `sweepBytes`.
 */
async function sweepUnused(db: Db, objects: ObjectStore, hours: number): Promise<number> {
  for (let removed = 0; ; ) {
    const unused = await store.deleteUnused(db, hours, BATCH);
    for (const name of unused) await objects.remove(name);
    removed += unused.length;
    if (unused.length < BATCH) return removed;
  }
}

/**
 * Deletes bytes of an upload that failed before its row, or of a removed file. They are at least a day old, so no
 * process is about to write their row.
 */
async function sweepBytes(db: Db, objects: ObjectStore): Promise<number> {
  const nowMs = Date.now();
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
