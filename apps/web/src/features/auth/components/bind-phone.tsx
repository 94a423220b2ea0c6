import { isNumericCode } from '@app/domain/checks';
import { NavBar, Page } from '@app/ui';
import { useId, useState } from 'react';
import { unlessGivenUp } from '../../../shared/step-up-question.ts';
import { useText } from '../../../shared/texts.ts';
import { useBack } from '../../../shared/use-back.ts';
import { useBindMobile } from '../api/change-password.ts';
import { useSentAt } from '../api/send-code.ts';
import { type Contact, mobileTarget } from '../model/contacts.ts';
import { HOLD_HOURS } from '../model/hold.ts';
import { missingForCode } from '../model/register-form.ts';
import { AccountField } from './account-fields.tsx';
import { CodeRequest } from './code-request.tsx';
import { FormNote } from './form-note.tsx';
import { FormRegion } from './form-region.tsx';
import { Settled } from './settled.tsx';
import { SubmitButton, useObstacle } from './submit-button.tsx';
import { useAccountEntry } from './use-account-entry.ts';
import { useErrorAt } from './use-error-at.ts';
import { SECURITY_PATH } from './with-security.tsx';

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
