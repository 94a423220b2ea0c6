import { useDraft } from '../../../shared/draft.ts';

const isFlag = (kept: unknown): kept is boolean => typeof kept === 'boolean';

/** A visitor who began with "demo account" is led there once they have an account; the tab remembers it on the way. */
export function useDemoIntent() {
  const [isWanted, set, forget] = useDraft('demo-wish', false, isFlag);
  return { isWanted, request: () => set(true), forget };
}
