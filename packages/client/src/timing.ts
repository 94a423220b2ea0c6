/** Network timings (spec 9). */
export const CALL_TIMEOUT_MS = 60_000;

/** Interval and duration of polling for the result of a call without a response. */
export const CHECK_EVERY_MS = 1_000;
export const CHECK_FOR_MS = 60_000;

/** Time without messages after which an open connection counts as dead. */
export const DEAD_LINE_MS = 15_000;
/** Heartbeat interval of the socket. */
export const HEARTBEAT_MS = 4_000;
