import { stepOrder } from '../../../lib/step-order.ts';

/** Steps of the guided first bet, each named by the part of the page that it explains. */
export const GUIDE_STEPS = ['length', 'stake', 'odds', 'place', 'open'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

export const { numberOf, nextStep, previousStep } = stepOrder(GUIDE_STEPS);

/** Returns the step after the number of open bets changed: a new bet leads to the last step from anywhere. */
export const stepAfter = (step: GuideStep, before: number, now: number): GuideStep => (now > before ? 'open' : step);
