import { Button, Icon, type IconName, NavBar, Note, Page } from '@app/ui';
import { useState } from 'react';
import { type TextKey, useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { Settled } from '../form/settled.tsx';
import { HOLD_HOURS } from '../security/hold.ts';
import type { Security } from '../security/security.ts';
import { SECURITY_PATH } from '../security/with-security.tsx';
import { TradePasswordPad } from './trade-password-pad.tsx';

const USES: readonly (readonly [IconName, TextKey])[] = [
  ['withdraw', 'security.pin.use.withdraw'],
  ['address-book', 'security.pin.use.address'],
  ['p2p', 'security.pin.use.fiat'],
];

/** Purpose, then the digits twice. A user who forgot the trade password follows the same steps. */
export function TradePassword({ title, security }: { title: string; security: Security }) {
  const text = useText();
  const [step, setStep] = useState<'about' | 'digits' | 'done'>('about');
  const [isChange] = useState(security.has_trade_password);
  const leave = useBack(SECURITY_PATH);
  const back = { label: text('system.back'), go: () => (step === 'digits' ? setStep('about') : leave()) };
  if (step === 'done') {
    const about = text(isChange ? 'security.pin.done.held' : 'security.pin.done.text', { hours: HOLD_HOURS });
    return <Settled title={title} done={text('security.pin.done')} about={about} />;
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
