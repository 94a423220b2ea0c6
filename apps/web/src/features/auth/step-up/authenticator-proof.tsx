import { CodeField } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { ConfirmButton } from '../form/confirm-button.tsx';
import { useDigitsProof } from './digits-proof.ts';
import type { ProofProps } from './step-up.ts';

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
