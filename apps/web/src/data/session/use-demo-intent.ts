import { useDraft } from '../app/draft.ts';

const isFlag = (kept: unknown): kept is boolean => typeof kept === 'boolean';

/** Stores in the tab that a visitor started with "demo account", so that demo mode opens after registration. */
export function useDemoIntent() {
  const [isWanted, set, forget] = useDraft('demo-wish', false, isFlag);
  return { isWanted, request: () => set(true), forget };
}
