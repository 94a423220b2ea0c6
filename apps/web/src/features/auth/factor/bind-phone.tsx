import { isNumericCode } from '@app/domain/checks';
import { NavBar, Page } from '@app/ui';
import { useId, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { unlessGivenUp } from '../../../data/session/step-up-question.ts';
import { AccountField } from '../entry/account-fields.tsx';
import { missingForCode } from '../entry/register-form.ts';
import { useAccountEntry } from '../entry/use-account-entry.ts';
import { CodeRequest } from '../form/code-request.tsx';
import { type Contact, mobileTarget } from '../form/contacts.ts';
import { useErrorAt } from '../form/form-errors.ts';
import { FormNote, FormRegion } from '../form/form-parts.tsx';
import { useSentAt } from '../form/send-code.ts';
import { Settled } from '../form/settled.tsx';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { useBindMobile } from '../password/change-password.ts';
import { HOLD_HOURS } from '../security/security.ts';
import { SECURITY_PATH } from '../security/with-security.tsx';

/** Adds or changes the account's phone: the number, and the code sent to it by SMS. */
export function BindPhone({ current: known }: { current: Contact | undefined }) {
  const text = useText();
  const [current] = useState(known); // The page keeps its initial state, even once the number is known.
  const title = text(current === undefined ? 'security.phone.add' : 'security.phone.change');
  const formId = useId();
  const back = { label: text('system.back'), go: useBack(SECURITY_PATH) };
  const { entry, account, change, code, setCode, binding } = usePhoneForm();
  const errorAt = useErrorAt(unlessGivenUp(binding.error));
  const missing = missingForCode({
    channel: 'mobile',
    account,
    wasSent: useSentAt('mobile', account) !== undefined,
    code,
  });
  const obstacle = useObstacle(missing === undefined ? undefined : text(`auth.missing.${missing}`));
  if (binding.isSuccess && account !== undefined) {
    const target = mobileTarget(`${account.area_code ?? ''}${account.user_string}`);
    const about = text('security.phone.done.text', { target, hours: HOLD_HOURS });
    return <Settled title={title} done={text('security.phone.done')} about={about} />;
  }
  const submit = () => {
    if (obstacle === undefined && account !== undefined && isNumericCode(code)) binding.mutate({ account, code });
  };
  const ready = text('security.phone.action');
  return (
    <Page
      bar={<NavBar title={title} back={back} />}
      foot={<SubmitButton form={formId} ready={ready} obstacle={obstacle} busy={binding.isPending} />}
    >
      <div className="px-gutter pt-2 pb-4">
        <p className="mb-4 text-ink-2">{text('security.phone.text')}</p>
        <FormRegion id={formId} onSubmit={submit}>
          <AccountField entry={entry} change={change} error={errorAt('account')} />
          <CodeRequest
            purpose="mobile"
            channel="mobile"
            account={account}
            onNowhere={() => undefined}
            value={code}
            onChange={setCode}
            error={errorAt('code')}
          />
          <FormNote message={errorAt('form', 'google')} />
        </FormRegion>
        {current !== undefined && (
          <p className="mt-4 text-label text-ink-3">{text('security.phone.current', { target: current.target })}</p>
        )}
      </div>
    </Page>
  );
}

/** Form state. The number survives a visit to the list of dial codes; the code does not. */
function usePhoneForm() {
  const { entry, account, change: changeEntry } = useAccountEntry('mobile');
  const [code, enter] = useState('');
  const binding = useBindMobile();
  const change = (part: Parameters<typeof changeEntry>[0]) => {
    binding.reset();
    changeEntry(part);
  };
  const setCode = (typed: string) => {
    binding.reset();
    enter(typed);
  };
  return { entry, account, change, code, setCode, binding };
}
