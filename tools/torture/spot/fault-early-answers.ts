import { setTimeout as pause } from 'node:timers/promises';
import { transactOnce as sound, type Transact } from '@app/server/platform/db/transact';

export * from '@app/server/platform/db/transact';

const COMMITS_AFTER_MS = 20;

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
