/** Network timings (spec 9). */
export const CALL_TIMEOUT_MS = 60_000;

/** Interval and duration of polling for the result of a call without a response. */
export const CHECK_EVERY_MS = 1_000;
export const CHECK_FOR_MS = 60_000;

/**
 * Longest time a call can be in flight: the last retry may start at the end of the check period and run until its
 * timeout. For so long a second tap, even after a reload, is the same call; later the same fields are a new one.
 */
export const UNDERWAY_MS = CHECK_FOR_MS + CALL_TIMEOUT_MS;

/** Time without messages after which an open connection counts as dead. */
export const DEAD_LINE_MS = 15_000;
/** Heartbeat interval of the socket. */
export const HEARTBEAT_MS = 4_000;
