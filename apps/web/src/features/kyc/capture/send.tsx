import { CallRefused } from '@app/client/call';
import type { Call } from '@app/protocol';
import { submitIdentity } from '@app/protocol/kyc';
import { Note } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useRefreshIdentity } from '../levels/identity.ts';

/** Sends a case to review. The page of levels knows of it before the result is shown. */
export function useSend(onSent: () => void) {
  const refresh = useRefreshIdentity();
  return useSubmit({
    mutationFn: (fields: Call<typeof submitIdentity>) => call(submitIdentity, fields),
    onSuccess: () => {
      onSent();
      void refresh();
    },
  });
}

/** Returns whether a picture is no longer stored. */
export const isGone = (error: Error): boolean => error instanceof CallRefused && error.code === 'not_found';

/** Shows why sending failed. A picture that is no longer stored must be taken again. */
export function SendProblem({ error }: { error: Error | null }) {
  const text = useText();
  if (error === null) return null;
  const isUnknown = !(error instanceof CallRefused);
  const shown = isGone(error) ? text('refusal.identity_picture_missing') : describeFailure(error, text);
  return (
    <div role="alert">
      <Note icon="warn" tone={isUnknown ? 'warn' : 'danger'}>
        {isUnknown ? text('kyc.capture.unknown') : shown}
      </Note>
    </div>
  );
}
