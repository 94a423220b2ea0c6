import { Button, Icon } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { PasskeyUnused } from '../factor/webauthn.ts';
import { type ProofProps, useProveByPasskey } from './step-up.ts';

/** The browser prompts in its own window, and only after a press. */
export function PasskeyProof({ challenge, onProgress }: ProofProps) {
  const text = useText();
  const { mutate, isPending, error } = useProveByPasskey(challenge, onProgress);
  const isUnused = error instanceof PasskeyUnused;
  const problem = isUnused ? text('security.step_up.passkey.unused') : describeUnlessGivenUp(error, text);
  return (
    <>
      <p className="text-label text-ink-2">{text('security.step_up.passkey.text')}</p>
      {problem !== undefined && (
        <p className="hint hint--error" role="alert">
          <Icon name="warn" size={16} />
          {problem}
        </p>
      )}
      <Button className="mt-5" tone="primary" size="large" wide busy={isPending} onClick={() => mutate()}>
        <Icon name="passkey" size={20} />
        {text('security.step_up.passkey.action')}
      </Button>
    </>
  );
}
