export * from '@app/server/engine/engine.store';

/** Applies a sabotage: no idempotency records are kept, so a retry is executed again. */
export const findRecords = (): Promise<readonly never[]> => Promise.resolve([]);
export const insertRecords = (): Promise<void> => Promise.resolve();
