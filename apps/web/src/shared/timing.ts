/** Timings of spec 9, and those of the wire. */
export const REDIRECT_MS = 1_200;
export const CALL_TIMEOUT_MS = 60_000;
export const CODE_RESEND_MS = 60_000;
export const PAGE_TIMEOUT_MS = 60_000;
/** Two presses within it are one. */
export const SUBMIT_DEBOUNCE_MS = 500;

/** When waiting for a page deserves a word and a way out. */
export const LONG_WAIT_MS = 8_000;

/** How long, and how often, the result of a call whose answer was lost is asked for. */
export const CHECK_EVERY_MS = 1_000;
export const CHECK_FOR_MS = 60_000;

/** Silence after which a line that seems open is dead. */
export const DEAD_LINE_MS = 15_000;
/** How often the socket is asked whether it lives. */
export const HEARTBEAT_MS = 4_000;

/** Older rates are shown with their time. */
export const RATE_OLD_MS = 600_000;
