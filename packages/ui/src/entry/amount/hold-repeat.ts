/** Repeat delays of a held stepper: first a pause, then steady, and faster once the hold is clearly intended. */
const FIRST_MS = 400;
const STEADY_MS = 120;
const FAST_MS = 50;
const FAST_AFTER = 10;

/** Returns the delay before the next step, given the number of steps made. */
export function waitBeforeStep(made: number): number {
  if (made <= 1) return FIRST_MS;
  return made <= FAST_AFTER ? STEADY_MS : FAST_MS;
}

/** Repeats the step of a held button until stopped or until a step reports the end of its range. */
export function repeatWhileHeld(step: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let made = 0;
  const next = () => {
    if (!step()) return;
    made += 1;
    timer = setTimeout(next, waitBeforeStep(made));
  };
  next();
  return () => clearTimeout(timer);
}
