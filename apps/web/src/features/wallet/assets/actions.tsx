import { Button, Sheet } from '@app/ui';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { assetActions } from '../actions/asset-actions.ts';
import { Verbs } from '../actions/verbs.tsx';

/** Shows the actions that work today; a card below offers the demo to users of real money. */
export function Actions() {
  const mode = useSession(({ user }) => user?.book ?? 'real');
  return (
    <div className="mt-4 grid gap-2">
      <Verbs actions={assetActions(mode, useIsOpen())} />
      {mode === 'demo' && (
        <div className="px-gutter">
          <LeaveDemo />
        </div>
      )}
    </div>
  );
}

/** Confirms the switch from demo to real money with a red button. */
function LeaveDemo() {
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
