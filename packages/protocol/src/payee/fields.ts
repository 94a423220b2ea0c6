import * as z from 'zod/mini';

/** Hours that a destination waits which is saved now; each saved one has its own time. */
export const waitHours = z.int();

/** The trade password, sent in the call that it confirms. */
export const tradePassword = z.string().check(z.regex(/^\d{4,6}$/));
