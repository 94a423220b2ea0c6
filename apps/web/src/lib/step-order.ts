/** Returns the order of steps of a guide: what is before and after each, and its number. */
export function stepOrder<Step extends string>(steps: readonly [Step, ...Step[]]) {
  const at = (place: number): Step => steps[Math.min(Math.max(place, 0), steps.length - 1)] ?? steps[0];
  const numberOf = (step: Step): number => steps.indexOf(step) + 1;
  return {
    numberOf,
    /** Returns the step after; the last stays. */
    nextStep: (step: Step): Step => at(numberOf(step)),
    /** Returns the step before; undefined before the first. */
    previousStep: (step: Step): Step | undefined => (step === steps[0] ? undefined : at(numberOf(step) - 2)),
  };
}
