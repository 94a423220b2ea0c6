import { NETWORKS } from '@app/domain/payee';
import type { Output } from '@app/protocol';
import type { listDeskWithdrawals } from '@app/protocol/staff';
import { CopyText, Icon, Note } from '@app/ui';
import { useSay } from '../../data/texts.ts';
import { Resume } from './resume.tsx';

type Wallets = { wallets: Output<typeof listDeskWithdrawals>['wallets'] };

/** Says loudly what custody does not send: all of a chain where it has stopped, or what no block takes. */
export function HaltAlarm({ wallets }: Wallets) {
  const say = useSay();
  const alarms = wallets.flatMap(({ chain, halted, sweep_halted: sweepHalted, stuck }) => {
    const network = NETWORKS[chain];
    return [
      halted !== null && (
        <Note key={chain} icon="warn" tone="danger">
          <span className="grid justify-items-start gap-2">
            <b>{say('withdrawals.halted', { network, reason: halted })}</b>
            <Resume chain={chain} halted={halted} />
          </span>
        </Note>
      ),
      stuck > 0 && (
        <Note key={`${chain} stuck`} icon="warn" tone="warn">
          {say('withdrawals.stuck', { network, count: stuck })}
        </Note>
      ),
      sweepHalted !== null && (
        <Note key={`${chain} sweep`} icon="warn" tone="warn">
          {say('withdrawals.sweep_halted', { network, reason: sweepHalted })}
        </Note>
      ),
    ].filter((alarm) => alarm !== false);
  });
  if (alarms.length === 0) return null;
  return (
    <div role="alert" className="d-px grid flex-none gap-2 py-3">
      {alarms}
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
