import { CodeField, Icon, NavBar, Page } from '@app/ui';
import { type ReactNode, useId, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { unlessGivenUp } from '../../../data/session/step-up-question.ts';
import type { WireAccount } from '../entry/account-entry.ts';
import { CodeRequest } from '../form/code-request.tsx';
import type { Contact } from '../form/contacts.ts';
import { useErrorAt } from '../form/form-errors.ts';
import { FormNote, FormRegion } from '../form/form-parts.tsx';
import { useSentAt } from '../form/send-code.ts';
import { Settled } from '../form/settled.tsx';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { HOLD_HOURS } from '../security/security.ts';
import { SECURITY_PATH } from '../security/with-security.tsx';
import { useChangePassword } from './change-password.ts';
import { NO_PASSWORD } from './new-password.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { missingForChange, type PasswordChange } from './password-change.ts';

type Props = { title: string; contact: Contact; hasAuthenticator: boolean; otherWay: ReactNode };

/** A new login password, proven by a code to the contact or by the authenticator. */
export function PasswordForm({ title, contact, hasAuthenticator, otherWay }: Props) {
  const text = useText();
  const formId = useId();
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const account: WireAccount = { user_string: contact.account, type: contact.channel };
  const { form, change, sending, errorAt } = usePasswordForm(hasAuthenticator);
  const missing = missingForChange(form, { hasAuthenticator, wasSent: useSentAt('password', account) !== undefined });
  const obstacle = useObstacle(missing === undefined ? undefined : text(`auth.missing.${missing}`));
  if (sending.isSuccess)
    return (
      <Settled
        title={title}
        done={text('security.password.done')}
        about={text('security.password.done.text', { hours: HOLD_HOURS })}
      />
    );
  const entered = { value: form.code, onChange: (code: string) => change({ code }) };
  const ready = text('security.password.action');
  return (
    <Page
      bar={<NavBar title={title} back={back} />}
      foot={<SubmitButton form={formId} ready={ready} obstacle={obstacle} busy={sending.isPending} />}
    >
      <div className="px-gutter pt-2 pb-4">
        <FormRegion id={formId} onSubmit={() => obstacle === undefined && sending.mutate(form)}>
          {hasAuthenticator ? (
            <CodeField
              {...entered}
              label={text('security.code.google')}
              hint={text('security.code.google.hint')}
              error={errorAt('google', 'code')}
            />
          ) : (
            <>
              <Target contact={contact} />
              <CodeRequest
                account={account}
                channel={contact.channel}
                {...entered}
                purpose="password"
                onNowhere={() => undefined}
                error={errorAt('code', 'google')}
              />
            </>
          )}
          <NewPasswordFields
            chosen={form}
            change={change}
            account={contact.account}
            error={errorAt('password')}
            repeatError={errorAt('repeated')}
          />
          <FormNote message={errorAt('form')} />
        </FormRegion>
        {!hasAuthenticator && otherWay}
      </div>
    </Page>
  );
}

function usePasswordForm(hasAuthenticator: boolean) {
  const [form, setForm] = useState<PasswordChange>({ ...NO_PASSWORD, code: '' });
  const sending = useChangePassword(hasAuthenticator);
  const errorAt = useErrorAt(unlessGivenUp(sending.error));
  const change = (part: Partial<PasswordChange>) => {
    sending.reset();
    setForm((before) => ({ ...before, ...part }));
  };
  return { form, change, sending, errorAt };
}

/** Recipient of the code, so that the user does not wait for it in the wrong place. */
const Target = ({ contact: { channel, target } }: { contact: Contact }) => (
  <p className="flex items-center gap-2 text-ink-2">
    <Icon name={channel === 'email' ? 'mail' : 'phone'} size={20} />
    <span className="min-w-0 break-words">{target}</span>
  </p>
);
