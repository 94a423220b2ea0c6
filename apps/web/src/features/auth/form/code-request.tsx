import type { Channel } from '@app/domain/auth';
import type { CodePurpose } from '@app/protocol';
import { CodeSender } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { CODE_RESEND_MS } from '../../../lib/timing.ts';
import type { WireAccount } from '../entry/account-entry.ts';
import { useSendCode, useSentAt } from './send-code.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

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
