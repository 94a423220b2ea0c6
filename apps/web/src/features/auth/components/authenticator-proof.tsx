import { CodeField } from '@app/ui';
import { useText } from '../../../shared/texts.ts';
import type { ProofProps } from '../api/step-up.ts';
import { ConfirmButton } from './confirm-button.tsx';
import { useDigitsProof } from './digits-proof.ts';

export function AuthenticatorProof(props: ProofProps) {
  const text = useText();
  const { digits, type, isWhole, submit, isPending, error } = useDigitsProof('google_code', props);
  return (
    <>
      <CodeField
        label={text('security.code.google')}
        value={digits}
        onChange={type}
        error={error}
        hint={text('security.code.google.hint')}
      />
      <ConfirmButton isReady={isWhole} isBusy={isPending} onClick={submit} />
    </>
  );
}
