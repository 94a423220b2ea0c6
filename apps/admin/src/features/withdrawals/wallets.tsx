import { NETWORKS } from '@app/domain/payee';
import type { Output } from '@app/protocol';
import type { listDeskWithdrawals } from '@app/protocol/staff';
import { CopyText, Icon, Note } from '@app/ui';
import { useSay } from '../../data/texts.ts';
import { Resume } from './resume.tsx';

type Wallets = { wallets: Output<typeof listDeskWithdrawals>['wallets'] };

/** Says loudly that custody stopped: nothing is sent on that chain until an operator has looked. */
export function HaltAlarm({ wallets }: Wallets) {
  const say = useSay();
  const halted = wallets.filter((wallet) => wallet.halted !== null);
  if (halted.length === 0) return null;
  return (
    <div role="alert" className="d-px grid flex-none gap-2 py-3">
      {halted.map(({ chain, halted: reason }) => (
        <Note key={chain} icon="warn" tone="danger">
          <span className="grid justify-items-start gap-2">
            <b>{say('withdrawals.halted', { network: NETWORKS[chain], reason: reason ?? '' })}</b>
            {reason !== null && <Resume chain={chain} halted={reason} />}
          </span>
        </Note>
      ))}
    </div>
  );
}

/** Shows the addresses that custody sends from. */
export function WalletStrip({ wallets }: Wallets) {
  const say = useSay();
  if (wallets.length === 0) return null;
  return (
    <dl className="d-strip">
      {wallets.map(({ chain, address, halted }) => (
        <div key={chain}>
          <dt>{say('withdrawals.sends_from', { network: NETWORKS[chain] })}</dt>
          <dd className={halted === null ? '' : 'text-danger'}>
            <Icon name={halted === null ? 'check-circle' : 'warn'} size={20} />
            {say(halted === null ? 'withdrawals.sending' : 'withdrawals.stopped')}
          </dd>
          <dd>
            <CopyText
              text={address}
              label={say('withdrawals.copy_wallet')}
              copiedLabel={say('frame.copied')}
              onFailure={() => undefined}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
