/**
 * Decisions: withdrawals are held for a day after a change of protection. The server decides how long; this is the
 * announced value.
 */
export const HOLD_HOURS = 24;
