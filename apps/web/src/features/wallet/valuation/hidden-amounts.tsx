import { Icon } from '@app/ui';
import { create } from 'zustand';
import { useText } from '../../../data/app/texts.ts';
import { storage } from '../../../lib/storage.ts';

/** Toggles the visibility of amounts everywhere. */
export function HideButton() {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  return (
    <button
      type="button"
      className="hit"
      aria-label={text(isHidden ? 'wallet.total.show' : 'wallet.total.hide')}
      onClick={flipHiddenAmounts}
    >
      <Icon name={isHidden ? 'eye-off' : 'eye'} size={16} />
    </button>
  );
}

const KEPT_AS = 'amounts_hidden';

/** Whether amounts are hidden, on every screen that shows the user's money. */
export const useHiddenAmounts = create(() => ({ isHidden: storage.read(KEPT_AS) === true }));

function flipHiddenAmounts(): void {
  const isHidden = !useHiddenAmounts.getState().isHidden;
  storage.write(KEPT_AS, isHidden);
  useHiddenAmounts.setState({ isHidden });
}

/** Placeholder of a hidden amount; the same length for every amount. */
export const HIDDEN = '••••••';
