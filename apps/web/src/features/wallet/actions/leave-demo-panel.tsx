import { Button, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

/** Confirms the switch from demo to real money with a red button. */
export default function LeaveDemoPanel() {
  const text = useText();
  const sheet = useSheet('real');
  const { mutate, isPending, error } = useChangeMode(sheet.close);
  return (
    <>
      <Button wide onClick={sheet.open}>
        {text('wallet.demo.leave')}
      </Button>
      <Sheet
        open={sheet.isOpen}
        onClose={() => !isPending && sheet.close()}
        title={text('wallet.demo.leave.ask')}
        closeLabel={text('system.close')}
      >
        <p className="text-ink-2">{text('wallet.demo.leave.text')}</p>
        {error !== null && <p className="hint hint--error">{describeFailure(error, text)}</p>}
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Button disabled={isPending} onClick={sheet.close}>
            {text('wallet.demo.stay')}
          </Button>
          <Button tone="danger" busy={isPending} onClick={() => mutate('real')}>
            {text('wallet.demo.leave')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
