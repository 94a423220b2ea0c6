/** Consumers under test. */
export const CONSUMERS = ['c1', 'c2', 'c3'] as const;
/** Control that moves its cursor in a second transaction, after the work. */
export const LATE = 'late';

/**
 * Progress that a consumer process reports to the rig, so that a kill can be aimed and counted. `busy`: another process
 * of the same consumer is working.
 */
export type Where = 'outside' | 'inside' | 'between' | 'busy';

export const TOPIC = 'torture.event.written';
