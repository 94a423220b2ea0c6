import { Icon } from '@app/ui';
import { flipHiddenAmounts, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';

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
