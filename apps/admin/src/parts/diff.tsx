import { shortAddress } from '@app/base';
import { foundOf } from '../data/claims.ts';
import { payoutOf } from '../data/payouts.ts';
import { type Change, useSettings } from '../data/queries.ts';
import { payloadOf, shortValue } from '../data/settings.ts';
import { sayValue, useSay } from '../data/texts.ts';
import { paymentOf } from '../data/withdrawals.ts';
import { groupDigits } from '../lib/group-digits.ts';

/** Shows what a change changes: the value in force, one tone back, and the new one. */
export function Diff({ change }: { change: Pick<Change, 'kind' | 'payload' | 'state'> }) {
  const say = useSay();
  const { data } = useSettings();
  const payload = payloadOf(change);
  if (change.kind === 'kyc.override')
    return (
      <span className="d-diff">
        <del>{say('review.state.rejected')}</del>
        <span className="text-ink-3">→</span>
        <ins>{say('review.state.verified')}</ins>
      </span>
    );
  const payment = paymentOf(change);
  if (payment !== undefined)
    return (
      <span className="d-diff" title={payment.address}>
        <ins>
          {groupDigits(payment.amount)} {payment.currency}
        </ins>
        <span className="text-ink-3">→</span>
        <span className="ident">{shortAddress(payment.address)}</span>
      </span>
    );
  const found = foundOf(change);
  if (found !== undefined)
    return (
      <span className="d-diff">
        <ins>
          {groupDigits(found.amount)} {found.currency}
        </ins>
        <span className="text-ink-3">→</span>
        <span className="ident">{found.user_id}</span>
      </span>
    );
  const payout = payoutOf(change);
  if (payout !== undefined)
    return (
      <span className="d-diff" title={payout.bank_reference}>
        {change.kind === 'payout.refuse_approved' ? (
          <del>{groupDigits(payout.usd)} USD</del>
        ) : (
          <ins>{groupDigits(payout.usd)} USD</ins>
        )}
        {payout.account !== undefined && (
          <>
            <span className="text-ink-3">→</span>
            <span className="ident">•••• {payout.account}</span>
          </>
        )}
      </span>
    );
  if (payload === undefined) {
    const name = sayValue(say, 'kind', change.kind);
    return <span className="text-ink-2">{name === change.kind ? change.payload : name}</span>;
  }
  const current = data?.list.find(({ key }) => key === payload.key);
  return (
    <span className="d-diff">
      {change.state === 'waiting' && current !== undefined && (
        <>
          <del>{shortValue(current.value, say)}</del>
          <span className="text-ink-3">→</span>
        </>
      )}
      <ins>{shortValue(JSON.stringify(payload.value), say)}</ins>
    </span>
  );
}
