import { randomBytes } from 'node:crypto';
import { uuidV7 } from '@app/base';

/** An idempotency key as a client makes one. */
export const newKey = (): string => uuidV7(Date.now(), randomBytes(10));
