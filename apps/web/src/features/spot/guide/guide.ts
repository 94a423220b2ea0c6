/** Steps of the guided first trade, in sequence. */
export const GUIDE_STEPS = ['money', 'book', 'amount', 'preview', 'place', 'result'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

/** What the user has done, whether the guide requested it or not. */
export type GuideFacts = {
  readonly hasMoney: boolean;
  readonly hasAmount: boolean;
  /** True while the user types; the guide does not advance then. */
  readonly isTyping: boolean;
  readonly isPlaced: boolean;
};

const placeOf = (step: GuideStep) => GUIDE_STEPS.indexOf(step);
const at = (place: number): GuideStep => GUIDE_STEPS[Math.min(Math.max(place, 0), GUIDE_STEPS.length - 1)] ?? 'result';

/** Reports whether a step has an action and it is done; steps that are only read never complete by themselves. */
function isDone(step: GuideStep, { hasMoney, hasAmount, isTyping }: GuideFacts): boolean {
  if (step === 'money') return hasMoney;
  return step === 'amount' && hasAmount && !isTyping;
}

/** Returns the step to start or resume at: skips completed actions, and explains only what is on screen. */
export function stepAtStart(kept: GuideStep | undefined, facts: GuideFacts): GuideStep {
  if (facts.isPlaced) return 'result';
  if (!facts.hasMoney) return 'money';
  const step = kept === undefined || kept === 'money' || kept === 'result' ? 'book' : kept;
  const needsAmount = step === 'preview' || step === 'place';
  return needsAmount && !facts.hasAmount ? 'amount' : step;
}

/** Advances when the user has just completed the step's action. Stays on a completed step the user returned to. */
export function stepAfter(step: GuideStep, before: GuideFacts, now: GuideFacts): GuideStep {
  if (now.isPlaced && !before.isPlaced) return 'result';
  return isDone(step, now) && !isDone(step, before) ? at(placeOf(step) + 1) : step;
}

export const nextStep = (step: GuideStep): GuideStep => at(placeOf(step) + 1);

/** Returns the previous step; undefined before the first, and skips the money step once there is money. */
export function previousStep(step: GuideStep, { hasMoney }: GuideFacts): GuideStep | undefined {
  const previous = placeOf(step) - 1;
  return previous < 0 || (previous === 0 && hasMoney) ? undefined : at(previous);
}

export const numberOf = (step: GuideStep): number => placeOf(step) + 1;
