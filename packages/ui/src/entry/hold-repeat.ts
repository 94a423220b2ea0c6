/** A held stepper repeats: first after a pause, then steadily, and faster once the hold is clearly meant. */
const FIRST_MS = 400;
const STEADY_MS = 120;
const FAST_MS = 50;
const FAST_AFTER = 10;

/** How long until the next step when so many have been made. */
export function waitBeforeStep(made: number): number {
  if (made <= 1) return FIRST_MS;
  return made <= FAST_AFTER ? STEADY_MS : FAST_MS;
}

/** Every step of a held button, one after another, until stopped or until a step says it is at its end. */
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
