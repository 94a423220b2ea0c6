import { checkTradePassword } from '@app/domain/auth';
import { PinPad, Steps } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { CallRefused } from '../../../data/call/call-refused.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { useSetTradePassword } from '../security/security.ts';

type Problem = 'passwords_differ' | 'trade_password_too_simple';
const START = { first: undefined, pin: '', problem: undefined } as const;
type Entry = { readonly first: string | undefined; readonly pin: string; readonly problem: Problem | undefined };

/** Digits entered twice. A too simple choice is rejected before the repetition; a mismatch starts again. */
export function TradePasswordPad({ onDone }: { onDone: () => void }) {
  const text = useText();
  const { entry, type, submit, sending } = useDigitsTwice(onDone);
  const { first, pin, problem } = entry;
  const step = first === undefined ? 1 : 2;
  const title = text(first === undefined ? 'security.pin.first' : 'security.pin.second');
  return (
    <div className="px-gutter pb-4">
      <Steps count={2} done={step} label={text('security.step', { step, count: 2 })} />
      <h2 className="mt-5 mb-2 text-center text-h2" aria-live="polite">
        {title}
      </h2>
      <PinPad
        label={title}
        value={pin}
        onChange={type}
        onSubmit={submit}
        submitLabel={text(first === undefined ? 'security.pin.continue' : 'security.pin.save')}
        deleteLabel={text('security.pin.delete')}
        countLabel={text('security.pin.count', { count: pin.length })}
        busy={sending.isPending}
        error={problem === undefined ? describeUnlessGivenUp(sending.error, text) : text(`refusal.${problem}`)}
      />
    </div>
  );
}

function useDigitsTwice(onDone: () => void) {
  const [entry, setEntry] = useState<Entry>(START);
  const sending = useSetTradePassword();
  const type = (pin: string) => {
    sending.reset();
    setEntry({ ...entry, pin, problem: undefined });
  };
  const submit = () => {
    const { first, pin } = entry;
    const checked = checkTradePassword(first ?? pin, pin);
    if (!checked.ok) return setEntry({ ...START, problem: checked.code });
    if (first === undefined) return setEntry({ ...START, first: pin });
    return sending.mutate(pin, { onSuccess: onDone, onError: (error) => isRule(error) && setEntry(START) });
  };
  return { entry, type, submit, sending };
}

/** Whether the server rejects the digits, because its rule may be stricter by now: then they are chosen again. */
const isRule = (error: Error) => error instanceof CallRefused && error.code === 'trade_password_too_simple';
