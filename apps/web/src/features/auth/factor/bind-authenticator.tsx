import { isNumericCode } from '@app/domain/checks';
import {
  AgreementCheck,
  Button,
  buttonClass,
  CodeField,
  CopyText,
  groupsOfFour,
  Icon,
  NavBar,
  Note,
  Page,
  QrCode,
  Steps,
  showToast,
} from '@app/ui';
import { type ReactNode, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { type GivenKey, useBindAuthenticator } from './authenticator.ts';

type Props = { title: string; given: GivenKey; leave: () => void; onDone: () => void };

const STEPS = 3;

/** Three steps: get an app, add the key, prove that it works. */
export function BindAuthenticator({ title, given, leave, onDone }: Props) {
  const text = useText();
  const [step, setStep] = useState<1 | 2 | 3>(1);
  const [isSaved, setSaved] = useState(false);
  const { proving, binding } = useBindAuthenticator();
  const counted = text('security.step', { step, count: STEPS });
  const go = () => (step === 1 ? leave() : setStep(step === 2 ? 1 : 2));
  const bar = (
    <NavBar
      title={title}
      back={{ label: text('system.back'), go }}
      end={<span className="pr-2 text-label text-ink-3">{counted}</span>}
    />
  );
  const steps = (
    <div className="px-gutter">
      <Steps count={STEPS} done={step} label={counted} />
    </div>
  );
  if (step === 3) return <BindCode bar={bar} steps={steps} binding={binding} onDone={onDone} />;
  if (step === 2)
    return (
      <Page
        bar={bar}
        foot={
          <BindFoot
            ready={text('security.bind.key.next')}
            missing={isSaved ? undefined : text('security.missing.saved')}
            pending={proving}
            go={() => proving.mutate(undefined, { onSuccess: () => setStep(3) })}
          />
        }
      >
        {steps}
        <BindKey given={given} isSaved={isSaved} setSaved={setSaved} />
      </Page>
    );
  return (
    <Page bar={bar} foot={<BindFoot ready={text('security.bind.install.next')} go={() => setStep(2)} />}>
      {steps}
      <BindHeading title={text('security.bind.install')}>{text('security.bind.install.text')}</BindHeading>
      <p className="px-gutter text-ink-2">{text('security.bind.install.why')}</p>
    </Page>
  );
}

type BindKeyProps = { given: GivenKey; isSaved: boolean; setSaved: (isSaved: boolean) => void };

/** The key as a QR code, as text, for the clipboard and for the app on this phone. */
function BindKey({ given: { key, uri }, isSaved, setSaved }: BindKeyProps) {
  const text = useText();
  return (
    <>
      <BindHeading title={text('security.bind.key')}>{text('security.bind.key.text')}</BindHeading>
      <div className="flex flex-col gap-4 px-gutter pb-4">
        <div className="card flex flex-col items-center gap-3">
          <QrCode text={uri} label={text('security.bind.qr')} />
          <CopyText
            text={key}
            shown={groupsOfFour(key)}
            label={text('security.bind.key.copy')}
            copiedLabel={text('security.bind.key.copied')}
            onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
          />
          <a className={buttonClass({ size: 'small' })} href={uri}>
            <Icon name="external" size={16} />
            <span className="ml-2">{text('security.bind.key.open')}</span>
          </a>
        </div>
        <Note icon="warn" tone="warn">
          {text('security.bind.once')}
        </Note>
        <AgreementCheck checked={isSaved} onChange={setSaved}>
          {text('security.bind.saved')}
        </AgreementCheck>
      </div>
    </>
  );
}

type BindCodeProps = {
  bar: ReactNode;
  steps: ReactNode;
  binding: ReturnType<typeof useBindAuthenticator>['binding'];
  onDone: () => void;
};

/** The app's first code proves that the key was added; a wrong code is often caused by a wrong clock. */
function BindCode({ bar, steps, binding, onDone }: BindCodeProps) {
  const text = useText();
  const [code, setCode] = useState('');
  const error = describeUnlessGivenUp(binding.error, text);
  const bind = (typed: string) => binding.mutate(typed, { onSuccess: onDone });
  const type = (typed: string) => {
    binding.reset();
    setCode(typed);
    if (isNumericCode(typed) && !isNumericCode(code)) bind(typed);
  };
  const missing = isNumericCode(code) ? undefined : text('security.missing.code');
  const pending = { isPending: binding.isPending, error: null };
  return (
    <Page
      bar={bar}
      foot={<BindFoot ready={text('security.bind.link')} missing={missing} pending={pending} go={() => bind(code)} />}
    >
      {steps}
      <BindHeading title={text('security.bind.code')}>{text('security.code.google.hint')}</BindHeading>
      <div className="flex flex-col gap-4 px-gutter pb-4">
        <CodeField label={text('security.code.google')} value={code} onChange={type} error={error} />
        {error !== undefined && <Note icon="clock">{text('security.bind.code.drift')}</Note>}
      </div>
    </Page>
  );
}

/** Title of a step, and one sentence on how to do it. */
const BindHeading = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="px-gutter pt-5 pb-4">
    <h2 className="text-hero">{title}</h2>
    <p className="mt-2 text-ink-2">{children}</p>
  </div>
);

type BindHeadingProps = {
  ready: string;
  missing?: string | undefined;
  pending?: { readonly isPending: boolean; readonly error: Error | null };
  go: () => void;
};

/** Continue button, or what is missing for it. */
function BindFoot({ ready, missing, pending, go }: BindHeadingProps) {
  const text = useText();
  const problem = describeUnlessGivenUp(pending?.error ?? null, text);
  return (
    <>
      {problem !== undefined && (
        <p className="hint hint--error mb-3 justify-center" role="alert">
          {problem}
        </p>
      )}
      <Button
        tone="primary"
        blocked={missing !== undefined}
        size="large"
        wide
        busy={pending?.isPending === true}
        aria-disabled={missing !== undefined}
        onClick={() => missing === undefined && go()}
      >
        {missing ?? ready}
      </Button>
    </>
  );
}
