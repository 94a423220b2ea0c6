import { Icon, MenuRow, Sheet } from '@app/ui';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { MENU } from './menu.ts';

/** Lists the order pages of all products; each product has its own, and this is the only place with all of them. */
export function OrdersRow() {
  const text = useText();
  const navigate = useNavigate();
  const sheet = useSheet('orders');
  return (
    <>
      <MenuRow icon="list" label={text('settings.orders')} value={text('settings.orders.value')} onClick={sheet.open} />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('settings.orders')}
        closeLabel={text('system.close')}
      >
        <div className="choices">
          {MENU.orders.map(({ icon, label, path }) => (
            <button
              key={path}
              type="button"
              className="choice"
              // Replaces the sheet's history entry, so that back leads to the page below it.
              onClick={() => void navigate(path, { replace: true })}
            >
              <Icon name={icon} size={20} />
              <span className="grow text-left">{text(label)}</span>
              <Icon name="right" size={16} />
            </button>
          ))}
        </div>
      </Sheet>
    </>
  );
}
