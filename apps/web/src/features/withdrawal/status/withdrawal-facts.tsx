import { amountForSpeech } from '@app/money';
import { CopyText, Facts, Icon, showToast } from '@app/ui';
import type { ReactNode } from 'react';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { networkWithStandard } from '../../../data/account/network-name.ts';
import { useText } from '../../../data/app/texts.ts';
import { useMoment } from '../../../data/app/use-moment.ts';
import type { Withdrawal } from '../withdrawals-query.ts';
import { isEnded } from './withdrawal-view.ts';

/** Everything else about a withdrawal; identifiers copy in full. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: Withdrawal }) {
  const text = useText();
  const moment = useMoment();
  const { isHidden } = useHiddenAmounts();
  const { id, chain, currency, address, address_name: name, amount, fee, tx_hash: hash, explorer } = withdrawal;
  const inCoin = (value: typeof amount) => `${isHidden ? HIDDEN : amountForSpeech(value)} ${currency}`;
  // Of one that came back nothing left, and no fee was kept.
  const paid = isEnded(withdrawal)
    ? []
    : [[text('withdrawal.review.leaves'), inCoin(amount)] as const, [text('withdrawal.fee'), inCoin(fee)] as const];
  const facts: (readonly [string, ReactNode])[] = [
    [text('withdrawal.to'), name],
    [text('deposit.address'), <Copied key="address" value={address} label={text('deposit.copy')} />],
    [text('deposit.network'), networkWithStandard(chain)],
    ...(hash === null
      ? []
      : [[text('deposit.tx'), <Copied key="tx" value={hash} label={text('deposit.tx.copy')} />] as const]),
    ...paid,
    [text('wallet.transfers.time'), moment(withdrawal.created_at)],
    [
      text('withdrawal.reference'),
      <Copied key="id" value={String(id)} shown={String(id)} label={text('withdrawal.reference.copy')} />,
    ],
  ];
  return (
    <div>
      <Facts facts={facts} />
      {explorer !== null && (
        <a className="btn btn--plain btn--block mt-4" href={explorer} target="_blank" rel="noopener noreferrer">
          <span className="btn__words">
            {text('deposit.explorer')}
            <Icon name="external" size={16} />
          </span>
        </a>
      )}
    </div>
  );
}

function Copied({ value, shown, label }: { value: string; shown?: string; label: string }) {
  const text = useText();
  return (
    <CopyText
      text={value}
      {...(shown !== undefined && { shown })}
      label={label}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}
