export * from '@app/server/engine/engine.store';

/** A sabotage: nobody remembers what was done, so whoever asks again gets it again. */
export const findRecords = (): Promise<readonly never[]> => Promise.resolve([]);
export const insertRecords = (): Promise<void> => Promise.resolve();
