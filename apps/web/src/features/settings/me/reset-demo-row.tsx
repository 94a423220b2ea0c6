import { resetAccount } from '@app/protocol/auth';
import { Button, MenuRow, Sheet, showToast } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSheet } from '../../../lib/use-sheet.ts';

/** Shown in demo mode only, and resets only demo money. */
export function ResetDemoRow() {
  const text = useText();
  const sheet = useSheet('reset-demo');
  const { mutate, isPending, isChecking, error } = useResetDemo(() => {
    sheet.close();
    showToast(text('settings.demo.reset.done'), 'ok');
  });
  return (
    <>
      <MenuRow icon="convert" label={text('settings.demo.reset')} onClick={sheet.open} />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('settings.demo.reset.ask')}
        closeLabel={text('system.close')}
      >
        <p className="text-ink-2">{text('settings.demo.reset.text')}</p>
        {isChecking && (
          <p className="hint" role="status">
            {text('settings.demo.reset.checking')}
          </p>
        )}
        {error !== null && (
          <p className="hint hint--error" role="alert">
            {describeFailure(error, text)}
          </p>
        )}
        <div className="mt-5 grid grid-cols-2 gap-3">
          <Button onClick={sheet.close}>{text('settings.demo.reset.keep')}</Button>
          <Button tone="danger" busy={isPending} onClick={() => mutate()}>
            {text('settings.demo.reset.act')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}

/** Resets the demo account once: if the response is lost, `isChecking` is set and the same request is repeated. */
function useResetDemo(onDone: () => void) {
  const queryClient = useQueryClient();
  const [isChecking, setChecking] = useState(false);
  const mutation = useSubmit({
    mutationFn: () => call(resetAccount, {}, { onChecking: () => setChecking(true) }),
    onSuccess: onDone,
    onSettled: () => {
      setChecking(false);
      return queryClient.invalidateQueries();
    },
  });
  return { ...mutation, isChecking };
}
