import { create } from 'zustand';
import { storage } from '../../../lib/storage.ts';

const KEPT_AS = 'other_pairs_hidden';

/** Whether the lists under a form show only that form's pair. */
export const useHiddenPairs = create(() => ({ isHidden: storage.read(KEPT_AS) === true }));

export function hideOtherPairs(isHidden: boolean): void {
  storage.write(KEPT_AS, isHidden);
  useHiddenPairs.setState({ isHidden });
}
