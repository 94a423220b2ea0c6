import { type Amount, formatDecimal } from '@app/money';
import { CopyText, Note, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLook } from '../../data/look.ts';
import type { Change, DeskPayout } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { durationText, momentText } from '../../lib/moments.ts';
import { SignedText } from '../../parts/signed-text.tsx';
import { BankDetails } from './bank-details.tsx';
import { useDecision } from './desk-queries.ts';
import { dollars, isChangeOf, STATE_TONES } from './desk-rules.ts';
import { PayoutDecision } from './payout-decision.tsx';

/** Shows one payout: what the bank pays to whom, its bank details, the text that people sign, and the decision. */
export function PayoutPane({ row, at }: { row: DeskPayout; at: number }) {
  const say = useSay();
  const decision = useDecision(row);
  return (
    <>
      {decision != null && !isChangeOf(row, decision) && <OtherPayout change={decision} />}
      <Payment row={row} at={at} />
      <BankDetails key={String(row.id)} id={row.id} />
      <SignedText payload={row.payload} />
      <div className="d-px py-2">
        <Note icon="info">{say('payouts.custody_checks')}</Note>
      </div>
      <PayoutDecision row={row} decision={decision} />
    </>
  );
}

/** A change that names this payout and says something else about it is not signed from here. */
function OtherPayout({ change }: { change: Change }) {
  const say = useSay();
  const id = String(change.id);
  return (
    <div role="alert" className="d-px grid gap-2 py-3">
      <Note icon="warn" tone="danger">
        {say('payouts.change_differs', { id })}
      </Note>
      <Link className="text-brand" to={`/changes?id=${id}`}>
        {say('withdrawals.open_change', { id })}
      </Link>
    </div>
  );
}

function Payment({ row, at }: { row: DeskPayout; at: number }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { amount, fee, rate, usd, created_at: asked, refused_because: because, bank_reference: reference } = row;
  const coins = (value: Amount) => `${groupDigits(formatDecimal(value))} USDT`;
  return (
    <section aria-label={say('payouts.pane')}>
      <div className="d-title">
        <h2 className="ident">{String(row.id)}</h2>
        <Tag tone={STATE_TONES[row.state]}>{say(`payouts.state.${row.state}`)}</Tag>
      </div>
      <div className="d-px grid gap-1 pb-2">
        <p className="text-h2 wrap-anywhere">{dollars(usd)}</p>
        <p>
          {row.bank_name} · {row.holder} · <span className="ident">•••• {row.account}</span>
        </p>
        <p className="font-normal text-ink-3">
          {say('withdrawals.asked', { time: momentText(asked, language), age: durationText(at - asked, language) })}
        </p>
      </div>
      <dl className="d-facts d-px pb-2">
        <Fact name={say('withdrawals.amount')}>{coins(amount)}</Fact>
        <Fact name={say('withdrawals.fee')}>{coins(fee)}</Fact>
        <Fact name={say('payouts.rate')}>{formatDecimal(rate)}</Fact>
        <Fact name={say('withdrawals.user')}>
          <Link className="ident text-brand" to={`/users/${row.user_id}`}>
            {String(row.user_id)}
          </Link>
          {' · '}
          {say('user.level', { level: row.level })}
        </Fact>
        {because !== null && <Fact name={say('payouts.refused')}>{say(`payouts.refusal.${because}`)}</Fact>}
        {reference !== null && (
          <Fact name={say('payouts.reference')}>
            <CopyText
              text={reference}
              shown={reference}
              label={say('payouts.copy', { name: say('payouts.reference') })}
              copiedLabel={say('frame.copied')}
              onFailure={() => undefined}
            />
          </Fact>
        )}
      </dl>
    </section>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
