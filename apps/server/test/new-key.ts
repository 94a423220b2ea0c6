import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';

/** Creates an idempotency key as a client does. */
export const newKey = (): string => uuidV7(Date.now(), randomBytes(10));
