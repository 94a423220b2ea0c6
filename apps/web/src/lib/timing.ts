/** Timings of spec 9, and network timings. */
export const REDIRECT_MS = 1_200;
export const CALL_TIMEOUT_MS = 60_000;
export const CODE_RESEND_MS = 60_000;
export const PAGE_TIMEOUT_MS = 60_000;
/** Two presses within this time count as one. */
export const SUBMIT_DEBOUNCE_MS = 500;

/** Time after which a loading page shows a message and a way to leave. */
export const LONG_WAIT_MS = 8_000;

/** Interval and duration of polling for the result of a call without a response. */
export const CHECK_EVERY_MS = 1_000;
export const CHECK_FOR_MS = 60_000;

/** Time without messages after which an open connection counts as dead. */
export const DEAD_LINE_MS = 15_000;
/** Heartbeat interval of the socket. */
export const HEARTBEAT_MS = 4_000;

/** Age from which rates are shown with their time. */
export const RATE_OLD_MS = 600_000;
