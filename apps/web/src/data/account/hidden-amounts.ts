import { create } from 'zustand';
import { storage } from '../../lib/storage.ts';

const KEPT_AS = 'amounts_hidden';

/** Whether amounts are hidden, on every screen that shows the user's money. */
export const useHiddenAmounts = create(() => ({ isHidden: storage.read(KEPT_AS) === true }));

export function flipHiddenAmounts(): void {
  const isHidden = !useHiddenAmounts.getState().isHidden;
  storage.write(KEPT_AS, isHidden);
  useHiddenAmounts.setState({ isHidden });
}

/** Placeholder of a hidden amount; the same length for every amount. */
export const HIDDEN = '••••••';
/** The same where there is little room: in a cell or above a bar. */
export const HIDDEN_SHORT = '••';
