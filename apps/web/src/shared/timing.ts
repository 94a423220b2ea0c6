/** Timings of spec 9, and those of the wire. */
export const REDIRECT_MS = 1_200;
export const CALL_TIMEOUT_MS = 60_000;
export const CODE_RESEND_MS = 60_000;
export const PAGE_TIMEOUT_MS = 60_000;

/** How long, and how often, the result of a call whose answer was lost is asked for. */
export const CHECK_EVERY_MS = 1_000;
export const CHECK_FOR_MS = 60_000;
