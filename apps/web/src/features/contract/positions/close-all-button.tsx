import { Icon } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

/** Name of the sheet that closes several positions. */
export const CLOSE_ALL = 'close-all';

/** Opens the sheet that closes all positions, or those of one side. */
export function CloseAllButton() {
  const text = useText();
  const sheet = useSheet(CLOSE_ALL);
  return (
    <button type="button" className="pos-all hit" aria-haspopup="dialog" onClick={sheet.open}>
      {text('position.all')} <Icon name="down" size={12} />
    </button>
  );
}
