import type { CodePurpose } from '@app/protocol';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { AccountField, AccountFields } from '../entry/account-fields.tsx';
import { CodeRequest } from './code-request.tsx';
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
  const missing = wasSelected && who.account === undefined ? text(`auth.invalid.${who.entry.channel}`) : undefined;
  const Account = isFixed ? AccountField : AccountFields;
  return (
    <>
      <Account entry={who.entry} change={step.changeEntry} error={missing ?? accountError} />
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
