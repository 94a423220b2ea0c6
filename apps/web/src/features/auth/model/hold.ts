/** Decisions: withdrawals wait a day after a change of protection. The server decides how long; this is what is announced. */
export const HOLD_HOURS = 24;
