import { Button } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';

type Props = { isReady: boolean; isBusy: boolean; onClick: () => void };

/** Confirm button; shows what is missing while anything is. */
export function ConfirmButton({ isReady, isBusy, onClick }: Props) {
  const text = useText();
  return (
    <Button
      className="mt-5"
      tone={isReady ? 'primary' : 'off'}
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
