import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '../entry/button.tsx';

type Choice = { label: string; go: () => void };
type Props = {
  open: boolean;
  title: string;
  children?: ReactNode;
  safe: Choice;
  act: Choice & { tone?: 'primary' | 'danger' | 'up' | 'down'; busy?: boolean };
};

/** Requires an answer from the user: two buttons of equal size, the safe one first. Escape chooses the safe one. */
export function Dialog({ open, title, children, safe, act }: Props) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && safe.go()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="scrim" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title className="dialog__t">{title}</AlertDialog.Title>
          {children !== undefined && (
            <AlertDialog.Description render={<div />} className="dialog__s">
              {children}
            </AlertDialog.Description>
          )}
          <div className="pair">
            <Button onClick={safe.go} disabled={act.busy === true}>
              {safe.label}
            </Button>
            <Button tone={act.tone ?? 'primary'} busy={act.busy === true} onClick={act.go}>
              {act.label}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
