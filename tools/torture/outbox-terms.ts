/** The consumers on trial. */
export const CONSUMERS = ['c1', 'c2', 'c3'] as const;
/** The control that moves its cursor in a second transaction, after the work. */
export const LATE = 'late';

/**
 * What a consumer's process tells the rig: where it stands with its work, so that a kill can be aimed and counted.
 * `busy`: it found another process of the same consumer at work.
 */
export type Where = 'outside' | 'inside' | 'between' | 'busy';

export const TOPIC = 'torture.event.written';
