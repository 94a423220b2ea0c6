import type { CodePurpose } from '@app/protocol';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { typedIn } from '../entry/account-entry.ts';
import { AccountField, AccountFields } from '../entry/account-fields.tsx';
import { CodeRequest } from './code-request.tsx';
import { useFormCheck } from './send-code.ts';
import type { useCodeStep } from './use-code-step.ts';

type Props = {
  step: ReturnType<typeof useCodeStep>;
  purpose: CodePurpose;
  accountError: string | undefined;
  codeError: string | undefined;
  /** Whether the page accepts only one kind of account. */
  isFixed?: boolean;
};

/** Account field, and the code that proves it. */
export function ConfirmAccount({ step, purpose, accountError, codeError, isFixed = false }: Props) {
  const text = useText();
  const [wasSelected, setSelected] = useState(false);
  const { who, code, setCode } = step;
  const { isRefused, check } = useFormCheck();
  const isWrong = (wasSelected && who.account === undefined) || isRefused(who.account);
  const missing = isWrong ? text(`auth.invalid.${who.entry.channel}`) : undefined;
  const leave = () => {
    if (who.account !== undefined) check(who.account);
    else if (typedIn(who.entry) !== '') setSelected(true);
  };
  const Account = isFixed ? AccountField : AccountFields;
  return (
    <>
      <Account entry={who.entry} change={step.changeEntry} error={missing ?? accountError} onLeave={leave} />
      <CodeRequest
        purpose={purpose}
        error={codeError}
        channel={who.entry.channel}
        account={who.account}
        onNowhere={() => setSelected(true)}
        value={code}
        onChange={setCode}
      />
    </>
  );
}
