import { NavBar, Page, Steps } from '@app/ui';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { LOGIN_PATH } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { ConfirmAccount } from '../form/confirm-account.tsx';
import { Confirmed } from '../form/confirmed.tsx';
import { FormNote } from '../form/form-note.tsx';
import { FormRegion } from '../form/form-region.tsx';
import { SubmitButton, useObstacle } from '../form/submit-button.tsx';
import { useErrorAt } from '../form/use-error-at.ts';
import { useLockedSeconds } from '../form/use-seconds-until.ts';
import { NewPasswordFields } from '../password/new-password-fields.tsx';
import { accountText } from './account-entry.ts';
import { Consent } from './consent.tsx';
import { CountryRow } from './country-row.tsx';
import { InviteField } from './invite-field.tsx';
import { useRegistration } from './use-registration.ts';

/** /pages/common/register */
export default function RegisterScreen() {
  const text = useText();
  const leave = useBack(LOGIN_PATH);
  const form = useId();
  const flow = useRegistration();
  const { step, missing } = flow;
  const obstacle = useObstacle(missing && text(`auth.missing.${missing}`), useLockedSeconds(flow.error));
  const counted = text('auth.register.step', { step, count: 2 });
  const back = { label: text('system.back'), go: () => (step === 2 ? flow.setStep(1) : leave()) };
  const ready = text(step === 1 ? 'auth.register.continue' : 'auth.register.create');
  return (
    <Page
      bar={
        <NavBar
          title={<span className="sr-only">{text('auth.register.title')}</span>}
          back={back}
          end={<span className="pr-2 text-label text-ink-3">{counted}</span>}
        />
      }
      foot={<SubmitButton {...{ form, ready, obstacle }} busy={flow.isPending} />}
    >
      <div className="px-gutter pb-4">
        <Steps count={2} done={step} label={counted} />
        <FormRegion id={form} onSubmit={() => obstacle === undefined && flow.goOn()}>
          {step === 1 ? <First flow={flow} /> : <Second flow={flow} />}
        </FormRegion>
      </div>
    </Page>
  );
}

type Flow = { flow: ReturnType<typeof useRegistration> };

function First({ flow }: Flow) {
  const text = useText();
  const { search } = useLocation();
  const errorAt = useErrorAt(flow.error);
  const { country, isClosed } = flow.residence;
  return (
    <>
      <div className="mt-5 mb-2">
        <h1 className="text-hero">{text('auth.register.title')}</h1>
        <p className="mt-1 text-label text-ink-2">
          {text('auth.register.have')}{' '}
          <Link className="hit text-brand" to={`${LOGIN_PATH}${search}`} replace>
            {text('auth.login.action')}
          </Link>
        </p>
      </div>
      <CountryRow
        code={country}
        error={errorAt('country') ?? (isClosed ? text('refusal.country_closed') : undefined)}
      />
      <ConfirmAccount
        step={flow.codeStep}
        purpose="register"
        accountError={errorAt('account')}
        codeError={errorAt('code')}
      />
      <FormNote message={errorAt('form')} />
    </>
  );
}

function Second({ flow }: Flow) {
  const text = useText();
  const errorAt = useErrorAt(flow.error);
  const { form, change, codeStep } = flow;
  const account = codeStep.who.account === undefined ? '' : accountText(codeStep.who.account);
  return (
    <>
      <div className="mt-5 mb-2 flex flex-col gap-1">
        <h1 className="text-hero">{text('auth.register.password.title')}</h1>
        <Confirmed account={account} />
      </div>
      <NewPasswordFields
        {...{ change, account }}
        chosen={form}
        error={errorAt('password')}
        repeatError={errorAt('repeated')}
      />
      <InviteField value={form.inviteCode} onChange={(inviteCode) => change({ inviteCode })} />
      <Consent checked={form.agrees} onChange={(agrees) => change({ agrees })} error={errorAt('agree')} />
      <FormNote message={errorAt('form')} />
    </>
  );
}
