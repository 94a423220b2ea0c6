/** Steps of the guided first position, each named by the part of the page that it explains. */
export const GUIDE_STEPS = ['leverage', 'size', 'costs', 'place', 'positions'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

/** What the user has done, whether the guide asked for it or not. */
export type GuideFacts = { readonly hasSize: boolean; readonly isOpened: boolean };

const at = (place: number): GuideStep =>
  GUIDE_STEPS[Math.min(Math.max(place, 0), GUIDE_STEPS.length - 1)] ?? 'positions';

export const numberOf = (step: GuideStep): number => GUIDE_STEPS.indexOf(step) + 1;
export const nextStep = (step: GuideStep): GuideStep => at(numberOf(step));
/** Returns the step before; undefined before the first. */
export const previousStep = (step: GuideStep): GuideStep | undefined =>
  step === 'leverage' ? undefined : at(numberOf(step) - 2);

/** Advances when the user has just done what the step is about; a position leads to the last step from anywhere. */
export function stepAfter(step: GuideStep, before: GuideFacts, now: GuideFacts): GuideStep {
  if (now.isOpened && !before.isOpened) return 'positions';
  return step === 'size' && now.hasSize && !before.hasSize ? 'costs' : step;
}
