import { isNumericCode } from '@app/domain/checks';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { type ProofProps, useProve } from './step-up.ts';

/** Submits six digits as soon as they are complete: pasted or filled in, they need no further press. */
export function useDigitsProof(name: 'code' | 'google_code', { challenge, onProgress }: ProofProps) {
  const text = useText();
  const [digits, setDigits] = useState('');
  const prove = useProve(challenge, onProgress);
  const send = (typed: string) => prove.mutate({ [name]: typed });
  return {
    digits,
    isWhole: isNumericCode(digits),
    type: (typed: string) => {
      prove.reset();
      setDigits(typed);
      if (isNumericCode(typed) && !isNumericCode(digits)) send(typed);
    },
    submit: () => isNumericCode(digits) && send(digits),
    isPending: prove.isPending,
    error: describeUnlessGivenUp(prove.error, text),
  };
}
