import { Button, CodeField, Field } from '@app/ui';
import { useEffect, useState } from 'react';
import { describeFailure } from '../../../shared/describe-failure.ts';
import { useText } from '../../../shared/texts.ts';
import { CODE_RESEND_MS } from '../../../shared/timing.ts';
import { useSendCode } from '../api/account.ts';
import { isEmail, type RegisterForm } from '../model/register-form.ts';

type Props = {
  form: RegisterForm;
  change: (part: Partial<RegisterForm>) => void;
  sentAt: number | undefined;
  onSent: (at: number) => void;
  error: string | undefined;
};

/** Step one: the address, and the code that proves it. */
export function AccountStep({ form, change, sentAt, onSent, error }: Props) {
  const text = useText();
  const sendCode = useSendCode();
  const waitSeconds = useSecondsLeft(sentAt);
  const send = () => sendCode.mutate(form.account.trim(), { onSuccess: () => onSent(Date.now()) });
  const again = sentAt === undefined ? text('auth.code.send') : text('auth.code.again');
  return (
    <div className="flex flex-col gap-4">
      <Field
        label={text('auth.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder={text('auth.email.example')}
        value={form.account}
        onChange={(event) => change({ account: event.target.value })}
        error={sendCode.isError ? describeFailure(sendCode.error, text) : undefined}
        end={
          <Button
            tone="ghost"
            size="small"
            busy={sendCode.isPending}
            disabled={waitSeconds > 0 || !isEmail(form.account)}
            onClick={send}
            className="-mr-3 shrink-0 disabled:text-ink-3"
          >
            {waitSeconds > 0 ? text('auth.code.wait', { seconds: waitSeconds }) : again}
          </Button>
        }
      />
      {sentAt !== undefined && (
        <CodeField
          label={text('auth.code')}
          value={form.code}
          onChange={(code) => change({ code })}
          error={error}
          hint={text('auth.code.sent')}
        />
      )}
    </div>
  );
}

/** Counts down by the clock and not by ticks, so a sleeping phone wakes up right. */
function useSecondsLeft(sentAt: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (sentAt === undefined) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [sentAt]);
  return sentAt === undefined ? 0 : Math.max(0, Math.ceil((sentAt + CODE_RESEND_MS - now) / 1_000));
}
