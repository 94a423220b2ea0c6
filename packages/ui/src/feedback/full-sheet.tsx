import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  closeLabel: string;
  end?: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

/** Shows a full-screen review for actions that move money out: bar, one scroll region, buttons within reach. */
export function FullSheet({ open, onClose, title, closeLabel, end, foot, children }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="fullsheet">
          <header className="nav">
            <Dialog.Close className="iconbtn" aria-label={closeLabel}>
              <Icon name="close" />
            </Dialog.Close>
            <Dialog.Title className="nav__title">{title}</Dialog.Title>
            <div className="nav__end">{end}</div>
          </header>
          <div className="scroll fullsheet__main">{children}</div>
          {foot}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
