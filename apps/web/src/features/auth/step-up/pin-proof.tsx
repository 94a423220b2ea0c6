import { PinPad } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { type ProofProps, useProve } from './step-up.ts';

/** Trade password; a wrong one is cleared, because the user cannot see which digit was wrong. */
export function PinProof({ challenge, onProgress }: ProofProps) {
  const text = useText();
  const [pin, setPin] = useState('');
  const prove = useProve(challenge, onProgress);
  const type = (typed: string) => {
    prove.reset();
    setPin(typed);
  };
  const submit = () => prove.mutate({ trade_password: pin }, { onError: () => setPin('') });
  const label = text('security.step_up.trade_password');
  return (
    <>
      <p className="text-center text-label text-ink-2" aria-hidden="true">
        {label}
      </p>
      <PinPad
        label={label}
        value={pin}
        onChange={type}
        onSubmit={submit}
        submitLabel={text('security.step_up.confirm')}
        deleteLabel={text('security.pin.delete')}
        countLabel={text('security.pin.count', { count: pin.length })}
        busy={prove.isPending}
        error={describeUnlessGivenUp(prove.error, text)}
      />
    </>
  );
}
