import { buttonClass, Empty, Page } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { leftText } from '../../data/account/wait-text.ts';
import { useOpenness } from '../../data/app/openness.ts';
import { VERIFY_PATH } from '../../data/app/return-address.ts';
import { Slot } from '../../data/app/slots.tsx';
import { type TextKey, useText } from '../../data/app/texts.ts';
import { useCountdown } from '../../data/call/server-clock.ts';
import { useSession } from '../../data/session/session.ts';
import type { Blocked } from './form/blocked.ts';
import { ASSETS_PATH, SUPPORT_PATH, WITHDRAW_PATH } from './withdraw-address.ts';

type Props = { bar: ReactNode; loading: ReactNode; children: ReactNode };

/** Shows its children where the caller can withdraw; otherwise why not: demo money, or a product that is not open. */
export function WithdrawGate({ bar, loading, children }: Props) {
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const { isOpen, isPending, isKnown } = useOpenness();
  // Without a connection the rules are unknown; the server applies them to whatever is asked.
  if (!isDemo && !isPending && (isOpen(WITHDRAW_PATH) || !isKnown)) return children;
  return <Page bar={bar}>{isDemo ? <RealOnly /> : isPending ? loading : <NotOpen />}</Page>;
}

/** Demo money cannot leave: offers the switch to the real account. */
function RealOnly() {
  const text = useText();
  return (
    <div className="middle">
      <Empty title={text('withdrawal.demo')} text={text('withdrawal.demo.text')} />
      <div className="mx-auto w-full max-w-80 px-gutter">
        <Slot name="wallet.leave_demo" loading={<div className="h-12" />} />
      </div>
    </div>
  );
}

function NotOpen() {
  const text = useText();
  const action = <Way to={ASSETS_PATH} label="wallet.title" />;
  return (
    <div className="middle">
      <Empty title={text('deposit.withdraw.closed')} text={text('deposit.withdraw.closed.text')} action={action} />
    </div>
  );
}

function Way({ to, label }: { to: string; label: TextKey }) {
  return (
    <Link className={buttonClass({ size: 'small' })} to={to}>
      {useText()(label)}
    </Link>
  );
}

const verifyAddress = `${VERIFY_PATH}?${new URLSearchParams({ from: WITHDRAW_PATH })}`;

/** In place of the form: why nothing can be withdrawn now, and what the user can do. */
export function BlockedView({ blocked }: { blocked: Blocked }) {
  const text = useText();
  const { because } = blocked;
  if (because === 'held') return <Held untilMs={blocked.untilMs} />;
  const action = {
    stopped: <Way to={ASSETS_PATH} label="wallet.title" />,
    none: <Way to={ASSETS_PATH} label="wallet.title" />,
    identity: <Way to={verifyAddress} label="withdrawal.identity.action" />,
    incident: <Way to={SUPPORT_PATH} label="withdrawal.help" />,
  }[because];
  return (
    <div className="middle">
      <Empty title={text(`withdrawal.${because}`)} text={text(`withdrawal.${because}.text`)} action={action} />
    </div>
  );
}

const EVERY_MS = 5_000;

function Held({ untilMs }: { untilMs: number }) {
  const text = useText();
  const time = leftText(useCountdown(untilMs, EVERY_MS), text);
  return (
    <div className="middle">
      <Empty
        title={text('withdrawal.held', { time })}
        text={text('withdrawal.held.text')}
        action={<Way to="/pages/setting/security" label="withdrawal.held.action" />}
      />
    </div>
  );
}
