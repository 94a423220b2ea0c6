import { cancelWithdrawal } from '@app/protocol/withdrawal';
import { Button, Sheet, showToast } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { type Withdrawal, withdrawalQuery, withdrawalsKey } from '../withdrawals-query.ts';

/** Cancels a withdrawal that nobody has decided on yet, after a question. */
export function CancelWithdrawal({ withdrawal: { id } }: { withdrawal: Withdrawal }) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const cancel = async () => {
    const cancelled = await call(cancelWithdrawal, { id });
    queryClient.setQueryData(withdrawalQuery(scope, id).queryKey, cancelled);
  };
  return <CancelQuestion cancel={cancel} settled={withdrawalsKey(scope)} />;
}

type QuestionProps = {
  cancel: () => Promise<void> /** Key of the queries to read again. */;
  settled: readonly string[];
};

export function CancelQuestion({ cancel, settled }: QuestionProps) {
  const text = useText();
  const sheet = useSheet('cancel');
  const queryClient = useQueryClient();
  const { mutate, reset, isPending, error } = useSubmit({
    mutationFn: cancel,
    onSuccess: () => showToast(text('withdrawal.cancelled'), 'ok'),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: settled }),
  });
  const ask = () => {
    reset();
    sheet.open();
  };
  return (
    <>
      <Button wide onClick={ask}>
        {text('withdrawal.cancel')}
      </Button>
      <Sheet
        open={sheet.isOpen}
        onClose={() => !isPending && sheet.close()}
        title={text('withdrawal.cancel.ask')}
        closeLabel={text('system.close')}
      >
        <p className="text-ink-2">{text('withdrawal.cancel.text')}</p>
        {error !== null && (
          <p className="hint hint--error" role="alert">
            {describeFailure(error, text)}
          </p>
        )}
        <div className="pair mt-5">
          <Button disabled={isPending} onClick={sheet.close}>
            {text('withdrawal.cancel.keep')}
          </Button>
          <Button tone="danger" busy={isPending} onClick={() => mutate(undefined, { onSuccess: sheet.close })}>
            {text('withdrawal.cancel')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}
