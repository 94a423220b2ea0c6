/** Timings of screens (spec 9); those of the network are in `@app/client/timing`. */
export const REDIRECT_MS = 1_200;
export const CODE_RESEND_MS = 60_000;
export const PAGE_TIMEOUT_MS = 60_000;
/** Two presses within this time count as one. */
export const SUBMIT_DEBOUNCE_MS = 500;

/** Time after which a loading page shows a message and a way to leave. */
export const LONG_WAIT_MS = 8_000;

/** Age from which rates are shown with their time. */
export const RATE_OLD_MS = 600_000;
