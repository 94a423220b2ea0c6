import { create } from 'zustand';
import { storage } from '../../../shared/storage.ts';

const KEPT_AS = 'amounts_hidden';

/** Whether amounts are covered, on every screen that shows one's own money. */
export const useHiddenAmounts = create(() => ({ isHidden: storage.read(KEPT_AS) === true }));

export function flipHiddenAmounts(): void {
  const isHidden = !useHiddenAmounts.getState().isHidden;
  storage.write(KEPT_AS, isHidden);
  useHiddenAmounts.setState({ isHidden });
}

/** What stands for an amount that is covered: as long for a little as for much. */
export const HIDDEN = '••••••';
