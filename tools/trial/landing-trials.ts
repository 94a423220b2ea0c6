import { PROOFS } from '../proof/trials.ts';
import { TORTURE } from '../torture/trials.ts';
import type { Entry } from './trial.ts';

/** They open every screen: the page check's part of a landing. */
const PAGE_CHECKS: readonly string[] = ['routes', 'i18n'];

/** What a landing may run: torture rigs and proofs in one queue, without figures. */
export const LANDING: readonly Entry[] = [
  ...TORTURE.map((trial) => ({ kind: 'torture', trial }) as const),
  ...PROOFS.map((trial) => ({ kind: 'proof', trial }) as const),
].filter(({ trial }) => !trial.isFigure && !PAGE_CHECKS.includes(trial.name));
