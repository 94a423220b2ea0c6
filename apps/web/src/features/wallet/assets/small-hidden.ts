import { create } from 'zustand';
import { storage } from '../../../lib/storage.ts';

const KEPT_AS = 'small_hidden';

/** Whether balances of negligible value are hidden from the list. */
export const useSmallHidden = create(() => ({ isOn: storage.read(KEPT_AS) === true }));

export function hideSmall(isOn: boolean): void {
  storage.write(KEPT_AS, isOn);
  useSmallHidden.setState({ isOn });
}
