import { buttonClass, Empty } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOpenness } from '../../data/app/openness.ts';
import { Slot } from '../../data/app/slots.tsx';
import { useText } from '../../data/app/texts.ts';
import { useSession } from '../../data/session/session.ts';

export const RECEIVE_PATH = '/pages/fund/receive';
export const RECORDS_PATH = '/pages/fund/receive_withdraw_record';
export const ASSETS_PATH = '/pages/fund/assets';

type Props = { loading: ReactNode; children: ReactNode };

/** Shows its children where the caller can deposit; otherwise why not: demo money, or the country's rules. */
export function DepositGate({ loading, children }: Props) {
  const isDemo = useSession(({ user }) => user?.book === 'demo');
  const { isOpen, isPending, isKnown } = useOpenness();
  if (isDemo) return <RealOnly />;
  if (isPending) return loading;
  // Without a connection the rules are unknown; the server applies them to whatever is asked.
  return isOpen(RECEIVE_PATH) || !isKnown ? children : <NotHere />;
}

/** Demo money cannot come from outside: offers the switch to the real account. */
function RealOnly() {
  const text = useText();
  return (
    <div className="middle">
      <Empty title={text('deposit.demo')} text={text('deposit.demo.text')} />
      <div className="mx-auto w-full max-w-80 px-gutter">
        <Slot name="wallet.leave_demo" loading={<div className="h-12" />} />
      </div>
    </div>
  );
}

function NotHere() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={ASSETS_PATH}>
      {text('wallet.title')}
    </Link>
  );
  return (
    <div className="middle">
      <Empty title={text('system.region.title')} text={text('system.region.text')} action={action} />
    </div>
  );
}

/** In place of coins to withdraw while withdrawals are closed; nothing here is pressed in vain. */
export function WithdrawClosed() {
  const text = useText();
  return (
    <div className="pt-10">
      <Empty title={text('deposit.withdraw.closed')} text={text('deposit.withdraw.closed.text')} />
    </div>
  );
}
