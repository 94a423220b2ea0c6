import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  closeLabel: string;
  children: ReactNode;
};

/** Renders a sheet that rises from the bottom edge and traps the focus until it closes. */
export function SheetBody({ open, onClose, title, closeLabel, children }: SheetProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="sheet">
          <i className="sheet__grab" aria-hidden="true" />
          <div className="sheet__h">
            <Dialog.Title className="sheet__t">{title}</Dialog.Title>
            <Dialog.Close className="iconbtn" aria-label={closeLabel}>
              <Icon name="close" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
