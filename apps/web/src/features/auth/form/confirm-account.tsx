import type { Channel } from '@app/domain/auth';
import type { CodePurpose } from '@app/protocol';
import { CodeSender } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { CODE_RESEND_MS } from '../../../lib/timing.ts';
import type { WireAccount } from '../entry/account-entry.ts';
import { AccountField, AccountFields } from '../entry/account-fields.tsx';
import { useSendCode, useSentAt } from './send-code.ts';
import type { useCodeStep } from './use-code-step.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

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
        {...{ purpose, error: codeError }}
        channel={who.entry.channel}
        account={who.account}
        onNowhere={() => setSelected(true)}
        value={code}
        onChange={setCode}
      />
    </>
  );
}

type CodeRequestProps = {
  purpose: CodePurpose;
  channel: Channel;
  account: WireAccount | undefined;
  /** Called when a code is requested before a recipient is entered. */
  onNowhere: () => void;
  value: string;
  onChange: (code: string) => void;
  error: string | undefined;
};

/** Field for the six digits sent by mail or SMS, and the button that requests them. */
export function CodeRequest({ purpose, channel, account, onNowhere, value, onChange, error }: CodeRequestProps) {
  const text = useText();
  const sendCode = useSendCode(purpose);
  const sentAt = useSentAt(purpose, account);
  const secondsLeft = useSecondsUntil(sentAt === undefined ? undefined : sentAt + CODE_RESEND_MS);
  const wait = secondsLeft > 0 ? text('auth.code.wait', { seconds: secondsLeft }) : undefined;
  const send = () => (account === undefined ? onNowhere() : sendCode.mutate(account));
  return (
    <CodeSender
      label={text(channel === 'email' ? 'auth.code' : 'auth.code.phone')}
      value={value}
      onChange={onChange}
      error={error ?? (sendCode.isError ? describeFailure(sendCode.error, text) : undefined)}
      hint={text(sentAt === undefined ? 'auth.code.text' : 'auth.code.sent')}
      sendLabel={wait ?? text(sentAt === undefined ? 'auth.code.send' : 'auth.code.again')}
      secondsLeft={secondsLeft}
      sending={sendCode.isPending}
      onSend={send}
    />
  );
}
