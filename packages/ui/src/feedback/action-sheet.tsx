import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import { Sheet } from './sheet.tsx';

type Action = {
  label: string;
  run: () => void;
  icon?: IconName;
  tone?: 'plain' | 'danger';
  disabled?: boolean;
  reason?: string;
};
type Props = { open: boolean; onClose: () => void; title: string; closeLabel: string; actions: readonly Action[] };

/**
 * Lists the actions available for one item. Choosing one closes the sheet first, so that whatever opens next is not
 * covered by it.
 */
export function ActionSheet({ open, onClose, title, closeLabel, actions }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={closeLabel}>
      <div className="choices">
        {actions.map(({ label, run, icon, tone = 'plain', disabled = false, reason }) => (
          <button
            key={label}
            type="button"
            className={`choice choice--${tone}`}
            disabled={disabled}
            onClick={() => {
              onClose();
              run();
            }}
          >
            {icon !== undefined && <Icon name={icon} size={20} />}
            <span className="grow text-left">
              {label}
              {reason !== undefined && <span className="choice__why">{reason}</span>}
            </span>
          </button>
        ))}
      </div>
    </Sheet>
  );
}
