import { NETWORKS } from '@app/domain/payee';
import { formatDecimal, showAmount } from '@app/money';
import { AddressText, CopyText, Icon, Note, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLook } from '../../data/look.ts';
import type { Change, DeskWithdrawal } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { durationText, momentText } from '../../lib/moments.ts';
import { SignedText } from '../../parts/signed-text.tsx';
import { useApproval } from './desk-queries.ts';
import { isChangeOf, received, STATE_TONES } from './desk-rules.ts';
import { WithdrawalDecision } from './withdrawal-decision.tsx';

/** Shows one withdrawal: what is paid to whom, why people look at it, the text they sign, and the decision. */
export function WithdrawalPane({ row, at }: { row: DeskWithdrawal; at: number }) {
  const say = useSay();
  const approval = useApproval(row);
  return (
    <>
      {approval != null && !isChangeOf(row, approval) && <OtherPayment change={approval} />}
      <Payment row={row} at={at} />
      <Why row={row} />
      <SignedText payload={row.payload} />
      {row.review_reasons.length > 0 && (
        <div className="d-px py-2">
          <Note icon="info">{say('withdrawals.custody_checks')}</Note>
        </div>
      )}
      <WithdrawalDecision row={row} approval={approval} />
    </>
  );
}

/** A change that names this withdrawal and says something else about it is not signed from here. */
function OtherPayment({ change }: { change: Change }) {
  const say = useSay();
  const id = String(change.id);
  return (
    <div role="alert" className="d-px grid gap-2 py-3">
      <Note icon="warn" tone="danger">
        {say('withdrawals.change_differs', { id })}
      </Note>
      <Link className="text-brand" to={`/changes?id=${id}`}>
        {say('withdrawals.open_change', { id })}
      </Link>
    </div>
  );
}

function Payment({ row, at }: { row: DeskWithdrawal; at: number }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { currency, chain, amount, fee, address, created_at: asked } = row;
  const coins = (value: typeof amount) => `${groupDigits(formatDecimal(value))} ${currency}`;
  return (
    <section aria-label={say('withdrawals.pane')}>
      <div className="d-title">
        <h2 className="ident">{String(row.id)}</h2>
        <Tag tone={STATE_TONES[row.state]}>{say(`withdrawals.state.${row.state}`)}</Tag>
      </div>
      <div className="d-px grid gap-1 pb-2">
        <p className="text-h2 wrap-anywhere">
          {groupDigits(formatDecimal(amount))}{' '}
          <small className="text-label font-normal text-ink-2">
            {currency} · {NETWORKS[chain]}
          </small>
        </p>
        <AddressText address={address} />
        <CopyText
          text={address}
          label={say('withdrawals.copy_address')}
          copiedLabel={say('frame.copied')}
          onFailure={() => undefined}
        />
        <p className="font-normal text-ink-3">
          {say('withdrawals.asked', { time: momentText(asked, language), age: durationText(at - asked, language) })}
        </p>
      </div>
      <dl className="d-facts d-px pb-2">
        <Fact name={say('withdrawals.fee')}>{coins(fee)}</Fact>
        <Fact name={say('withdrawals.receives')}>
          <b>{coins(received(row))}</b>
        </Fact>
        <Fact name={say('withdrawals.worth')}>{showAmount(row.worth_usdt, 2)}</Fact>
        <Fact name={say('withdrawals.user')}>
          <Link className="ident text-brand" to={`/users/${row.user_id}`}>
            {String(row.user_id)}
          </Link>
          {' · '}
          {say('user.level', { level: row.level })}
        </Fact>
        <Sent row={row} at={at} />
      </dl>
      {row.wait !== null && (
        <div className="d-px pb-2">
          <Note icon="warn" tone="warn">
            {say(`withdrawals.wait.${row.wait}`)}
          </Note>
        </div>
      )}
    </section>
  );
}

/** What custody made of it, once it was approved. */
function Sent({ row, at }: { row: DeskWithdrawal; at: number }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { nonce, tx_hash: hash, approved_at: approved, attempts, sent_at: sent } = row;
  return (
    <>
      {approved !== null && <Fact name={say('withdrawals.approved_at')}>{momentText(approved, language)}</Fact>}
      {nonce !== null && <Fact name={say('withdrawals.nonce')}>{nonce.toLocaleString('en-US')}</Fact>}
      {approved !== null && (
        <Fact name={say('withdrawals.attempts')}>
          {say('withdrawals.attempts_value', { count: attempts })}
          {sent !== null &&
            ` · ${say('withdrawals.last_sent', { age: durationText(Math.max(at - sent, 0), language) })}`}
        </Fact>
      )}
      {hash !== null && (
        <Fact name={say('withdrawals.tx')}>
          <CopyText
            text={hash}
            label={say('withdrawals.copy_tx')}
            copiedLabel={say('frame.copied')}
            onFailure={() => undefined}
          />
        </Fact>
      )}
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Why({ row: { review_reasons: reasons } }: { row: DeskWithdrawal }) {
  const say = useSay();
  return (
    <section>
      <div className="d-title d-cut">
        <h3>{say('withdrawals.why')}</h3>
        <small>{say('withdrawals.review_about', { count: reasons.length })}</small>
      </div>
      <ul className="d-px pb-2">
        {reasons.map((reason) => (
          <li key={reason} className="flex min-h-8 items-center gap-3">
            <span className="text-warn">
              <Icon name="warn" size={16} />
            </span>
            {say(`withdrawals.reason.${reason}`)}
          </li>
        ))}
        {reasons.length === 0 && <li className="text-ink-3">{say('withdrawals.no_reason')}</li>}
      </ul>
    </section>
  );
}
