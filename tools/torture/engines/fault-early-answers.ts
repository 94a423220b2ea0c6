import { setTimeout as pause } from 'node:timers/promises';
import { transactOnce as sound, type Transact } from '@app/server/platform/db/transact';

export * from '@app/server/platform/db/transact';

/** Long enough to die in between on a busy machine. */
const COMMITS_AFTER_MS = 150;

/** Applies a sabotage: answers once the rows are written, before they are durable. */
export const transactOnce =
  (db: Parameters<typeof sound>[0]): Transact =>
  (work) =>
    new Promise((resolve, reject) => {
      const writing = sound(db)(async (tx) => {
        const value = await work(tx);
        resolve(value);
        await pause(COMMITS_AFTER_MS);
      });
      writing.catch(reject);
    });
