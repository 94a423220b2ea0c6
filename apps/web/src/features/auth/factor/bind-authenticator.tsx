import { NavBar, Page, Steps } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { type GivenKey, useBindAuthenticator } from './authenticator.ts';
import { BindCode } from './bind-code.tsx';
import { BindKey } from './bind-key.tsx';
import { BindFoot, BindHeading } from './bind-parts.tsx';

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
  if (step === 3) return <BindCode {...{ bar, steps, binding, onDone }} />;
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
