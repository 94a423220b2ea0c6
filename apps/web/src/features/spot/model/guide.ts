/** The guided first trade, in its order. */
export const GUIDE_STEPS = ['money', 'book', 'amount', 'preview', 'place', 'result'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

/** What the user has done, whether the guide asked for it or not. */
export type GuideFacts = {
  readonly hasMoney: boolean;
  readonly hasAmount: boolean;
  /** Whoever types is not interrupted. */
  readonly isTyping: boolean;
  readonly isPlaced: boolean;
};

const placeOf = (step: GuideStep) => GUIDE_STEPS.indexOf(step);
const at = (place: number): GuideStep => GUIDE_STEPS[Math.min(Math.max(place, 0), GUIDE_STEPS.length - 1)] ?? 'result';

/** Whether there is anything to do in a step, and it is done; what is only to be read is never done by itself. */
function isDone(step: GuideStep, { hasMoney, hasAmount, isTyping }: GuideFacts): boolean {
  if (step === 'money') return hasMoney;
  return step === 'amount' && hasAmount && !isTyping;
}

/** Where a guide begins or goes on: nothing is asked for that is done, and nothing is explained that is not there. */
export function stepAtStart(kept: GuideStep | undefined, facts: GuideFacts): GuideStep {
  if (facts.isPlaced) return 'result';
  if (!facts.hasMoney) return 'money';
  const step = kept === undefined || kept === 'money' || kept === 'result' ? 'book' : kept;
  const needsAmount = step === 'preview' || step === 'place';
  return needsAmount && !facts.hasAmount ? 'amount' : step;
}

/** Goes on by itself when the user has just done what the step is about. Who came back to a step that is done stays. */
export function stepAfter(step: GuideStep, before: GuideFacts, now: GuideFacts): GuideStep {
  if (now.isPlaced && !before.isPlaced) return 'result';
  return isDone(step, now) && !isDone(step, before) ? at(placeOf(step) + 1) : step;
}

export const nextStep = (step: GuideStep): GuideStep => at(placeOf(step) + 1);

/** Nothing before the first; money that is there needs no step. */
export function previousStep(step: GuideStep, { hasMoney }: GuideFacts): GuideStep | undefined {
  const previous = placeOf(step) - 1;
  return previous < 0 || (previous === 0 && hasMoney) ? undefined : at(previous);
}

export const numberOf = (step: GuideStep): number => placeOf(step) + 1;
