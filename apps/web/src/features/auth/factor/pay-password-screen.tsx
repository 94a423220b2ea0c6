import { CallRefused } from '@app/client/call';
import { checkTradePassword } from '@app/domain/auth';
import { Button, Icon, type IconName, NavBar, Note, Page, PinPad, Steps } from '@app/ui';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { knownPaths, returnAddress } from '../../../data/app/return-address.ts';
import { type TextKey, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { Settled } from '../form/settled.tsx';
import { HOLD_HOURS, type Security, useSetTradePassword } from '../security/security.ts';
import { SECURITY_PATH, WithSecurity } from '../security/with-security.tsx';

/** /pages/setting/payPassword */
export default function PayPasswordScreen() {
  const title = useText()('auth.trade_password.title');
  return <WithSecurity title={title}>{(security) => <TradePassword title={title} security={security} />}</WithSecurity>;
}

const USES: readonly (readonly [IconName, TextKey])[] = [
  ['withdraw', 'security.pin.use.withdraw'],
  ['address-book', 'security.pin.use.address'],
  ['p2p', 'security.pin.use.fiat'],
];

/** Purpose, then the digits twice. A user who forgot the trade password follows the same steps. */
function TradePassword({ title, security }: { title: string; security: Security }) {
  const text = useText();
  const [step, setStep] = useState<'about' | 'digits' | 'done'>('about');
  const { search } = useLocation();
  const [isChange] = useState(security.has_trade_password);
  const leave = useBack(SECURITY_PATH);
  const back = { label: text('system.back'), go: () => (step === 'digits' ? setStep('about') : leave()) };
  if (step === 'done') {
    const about = text(isChange ? 'security.pin.done.held' : 'security.pin.done.text', { hours: HOLD_HOURS });
    const to = returnAddress(search, knownPaths, SECURITY_PATH);
    return <Settled title={title} done={text('security.pin.done')} about={about} to={to} />;
  }
  const bar = <NavBar title={title} back={back} />;
  if (step === 'digits')
    return (
      <Page bar={bar}>
        <TradePasswordPad onDone={() => setStep('done')} />
      </Page>
    );
  const begin = (
    <Button tone="primary" size="large" wide onClick={() => setStep('digits')}>
      {text(isChange ? 'security.pin.change' : 'security.pin.set')}
    </Button>
  );
  return (
    <Page bar={bar} foot={begin}>
      <About isChange={isChange} />
    </Page>
  );
}

function About({ isChange }: { isChange: boolean }) {
  const text = useText();
  return (
    <div className="px-gutter pt-2 pb-4">
      <p className="text-ink-2">{text('security.pin.text')}</p>
      <ul className="group group--flush mt-4">
        {USES.map(([icon, use]) => (
          <li key={use} className="row row--menu">
            <Icon name={icon} size={20} />
            <span className="row__main py-2">{text(use)}</span>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-col gap-3">
        <Note icon="shield">{text('security.pin.never')}</Note>
        {isChange && <Note icon="info">{text('security.pin.forgotten', { hours: HOLD_HOURS })}</Note>}
      </div>
    </div>
  );
}

type Problem = 'passwords_differ' | 'trade_password_too_simple';
const START = { first: undefined, pin: '', problem: undefined } as const;
type Entry = { readonly first: string | undefined; readonly pin: string; readonly problem: Problem | undefined };

/** Digits entered twice. A too simple choice is rejected before the repetition; a mismatch starts again. */
function TradePasswordPad({ onDone }: { onDone: () => void }) {
  const text = useText();
  const { entry, type, submit, sending } = useDigitsTwice(onDone);
  const { first, pin, problem } = entry;
  const step = first === undefined ? 1 : 2;
  const title = text(first === undefined ? 'security.pin.first' : 'security.pin.second');
  return (
    <div className="px-gutter pb-4">
      <Steps count={2} done={step} label={text('security.step', { step, count: 2 })} />
      <h2 className="mt-5 mb-2 text-center text-h2" aria-live="polite">
        {title}
      </h2>
      <PinPad
        label={title}
        value={pin}
        onChange={type}
        onSubmit={submit}
        submitLabel={text(first === undefined ? 'security.pin.continue' : 'security.pin.save')}
        deleteLabel={text('security.pin.delete')}
        countLabel={text('security.pin.count', { count: pin.length })}
        busy={sending.isPending}
        error={problem === undefined ? describeUnlessGivenUp(sending.error, text) : text(`refusal.${problem}`)}
      />
    </div>
  );
}

function useDigitsTwice(onDone: () => void) {
  const [entry, setEntry] = useState<Entry>(START);
  const sending = useSetTradePassword();
  const type = (pin: string) => {
    sending.reset();
    setEntry({ ...entry, pin, problem: undefined });
  };
  const submit = () => {
    const { first, pin } = entry;
    const checked = checkTradePassword(first ?? pin, pin);
    if (!checked.ok) return setEntry({ ...START, problem: checked.code });
    if (first === undefined) return setEntry({ ...START, first: pin });
    return sending.mutate(pin, { onSuccess: onDone, onError: (error) => isRule(error) && setEntry(START) });
  };
  return { entry, type, submit, sending };
}

/** Whether the server rejects the digits, because its rule may be stricter by now: then they are chosen again. */
const isRule = (error: Error) => error instanceof CallRefused && error.code === 'trade_password_too_simple';
