export { createSweeper } from './create-sweeper.ts';
export { SWEEP_STEPS, type SweepPlan, type SweepStep } from './sweep-plan.ts';
