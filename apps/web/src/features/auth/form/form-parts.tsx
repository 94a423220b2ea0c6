import { Button, Note } from '@app/ui';
import type { ReactNode } from 'react';
import { useText } from '../../../data/app/texts.ts';

type Props = { onSubmit: () => void; children: ReactNode; id?: string };

/** Form of a page. Errors are shown in the app's texts, not in the browser's. */
export function FormRegion({ onSubmit, children, id }: Props) {
  return (
    <form
      id={id}
      className="flex flex-col gap-4 [@media(max-height:700px)]:gap-3"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** Error that belongs to no field. */
export function FormNote({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <div role="alert">
      <Note icon="warn" tone="danger">
        {message}
      </Note>
    </div>
  );
}

type ConfirmButtonProps = { isReady: boolean; isBusy: boolean; onClick: () => void };

/** Confirm button; shows what is missing while anything is. */
export function ConfirmButton({ isReady, isBusy, onClick }: ConfirmButtonProps) {
  const text = useText();
  return (
    <Button
      className="mt-5"
      tone="primary"
      blocked={!isReady}
      size="large"
      wide
      busy={isBusy}
      aria-disabled={!isReady}
      onClick={onClick}
    >
      {text(isReady ? 'security.step_up.confirm' : 'security.missing.code')}
    </Button>
  );
}
