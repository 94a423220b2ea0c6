import { BANK_REFERENCE } from '@app/domain/payout';
import * as routes from '@app/protocol/staff';
import { Icon, Key } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { call } from '../../data/call.ts';
import { type Change, type DeskPayout, useHasPasskey, useMe } from '../../data/queries.ts';
import { PayloadDiffers, signChange } from '../../data/sign-change.ts';
import { useSay } from '../../data/texts.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { ChangePane } from '../../parts/change-pane.tsx';
import { InputWrong, ReasonDialog } from '../../parts/reason-dialog.tsx';
import { dollars, isChangeOf, isSaidPaid, mayPropose, type Proposal, proposalsOf, textOf } from './desk-rules.ts';

type Props = { row: DeskPayout; decision: Change | null | undefined };

/** Renders who signed what about a payout, and what the caller may do: begin the next step, sign it, refuse the payout. */
export function PayoutDecision({ row, decision }: Props) {
  const say = useSay();
  const [asked, setAsked] = useState<Proposal | 'refuse'>();
  const isOther = decision != null && !isChangeOf(row, decision);
  const inReview = row.state === 'review';
  const refuse = inReview ? { label: say('change.refuse'), go: () => setAsked('refuse') } : undefined;
  const close = () => setAsked(undefined);
  return (
    <>
      {decision != null && !isOther && <ChangePane id={String(decision.id)} refuse={refuse} />}
      {(row.change_id === null || isOther) && <Foot row={row} refuse={refuse?.go} propose={setAsked} />}
      <Refusal row={row} isOpen={asked === 'refuse'} onClose={close} />
      {asked !== undefined && asked !== 'refuse' && <Proposing key={asked} row={row} kind={asked} onClose={close} />}
    </>
  );
}

function Refusal({ row, isOpen, onClose }: { row: DeskPayout; isOpen: boolean; onClose: () => void }) {
  const say = useSay();
  const queries = useQueryClient();
  const refuse = async (reason: string) => {
    try {
      await call(routes.refusePayout, { id: row.id, reason });
    } finally {
      await queries.invalidateQueries();
    }
  };
  return (
    <ReasonDialog
      open={isOpen}
      title={say('withdrawals.ask_refuse', { amount: dollars(row.usd) })}
      act={say('payouts.refuse')}
      tone="danger"
      onClose={onClose}
      onAct={refuse}
    >
      <p>{say('withdrawals.refuse_about')}</p>
    </ReasonDialog>
  );
}

type ProposingProps = { row: DeskPayout; kind: Proposal; onClose: () => void };

/** Proposes a change and signs it. Signing again after a failure signs what was proposed, and proposes nothing twice. */
function Proposing({ row, kind, onClose }: ProposingProps) {
  const say = useSay();
  const id = useId();
  const queries = useQueryClient();
  const proposed = useRef<Change>(undefined);
  const [reference, setReference] = useState('');
  const [isWrong, setWrong] = useState(false);
  const isPayment = kind === 'payout.paid';
  const propose = async (reason: string) => {
    if (isPayment && !BANK_REFERENCE.test(reference.trim())) {
      setWrong(true);
      throw new InputWrong(say('payouts.reference_wrong'));
    }
    try {
      const payload = textOf(row, kind, reference.trim());
      proposed.current ??= await call(routes.proposeChange, { kind, payload, reason });
      if (proposed.current.payload !== payload) throw new PayloadDiffers();
      await signChange(proposed.current, reason);
      proposed.current = undefined;
    } finally {
      await queries.invalidateQueries();
    }
  };
  return (
    <ReasonDialog
      open
      title={say(`payouts.ask.${kind}`, { amount: dollars(row.usd) })}
      act={say('withdrawals.propose')}
      tone={kind === 'payout.refuse_approved' ? 'danger' : 'primary'}
      onClose={onClose}
      onAct={propose}
    >
      <p>{say(`payouts.about.${kind}`)}</p>
      <p className="font-medium">
        {row.bank_name} · {row.holder} · <span className="ident">•••• {row.account}</span>
      </p>
      {isPayment && (
        <label className="d-label" htmlFor={id}>
          {say('payouts.reference')}
          <input
            id={id}
            className="d-input"
            value={reference}
            maxLength={40}
            aria-invalid={isWrong}
            onChange={(event) => {
              proposed.current = undefined;
              setWrong(false);
              setReference(event.target.value);
            }}
          />
        </label>
      )}
    </ReasonDialog>
  );
}

type FootProps = { row: DeskPayout; refuse: (() => void) | undefined; propose: (kind: Proposal) => void };

/** The decision while no change waits: only finance begins one, everybody of this desk may refuse in review. */
function Foot({ row, refuse, propose }: FootProps) {
  const say = useSay();
  const me = useMe();
  const lacksPasskey = useHasPasskey() === false;
  const proposals = proposalsOf(row);
  const mine = mayPropose(me) ? proposals : [];
  const [first] = mine;
  useKeys({ a: first !== undefined && !lacksPasskey ? () => propose(first) : undefined, r: refuse });
  if (isSaidPaid(row)) return <p className="d-px mt-auto py-4 text-ink-3">{say('payouts.custody_books')}</p>;
  if (refuse === undefined && mine.length === 0)
    return proposals.length === 0 ? null : (
      <p className="d-px mt-auto py-4 text-ink-3">{say('payouts.finance_first')}</p>
    );
  return (
    <div className="d-decision d-px">
      {mine.length > 0 && lacksPasskey && <p className="text-warn">{say('change.needs_passkey')}</p>}
      {mine.length === 0 && proposals.length > 0 && <p className="text-ink-3">{say('payouts.finance_first')}</p>}
      <div className="flex flex-wrap gap-2">
        {refuse !== undefined && (
          <button type="button" className="d-btn d-btn--tall flex-1" onClick={refuse}>
            {say('change.refuse')}
            <Key>r</Key>
          </button>
        )}
        {mine.toReversed().map((kind) => (
          <button
            key={kind}
            type="button"
            className={`d-btn d-btn--tall flex-1 ${kind === first ? 'd-btn--primary' : ''}`}
            disabled={lacksPasskey}
            onClick={() => propose(kind)}
          >
            <Icon name="passkey" size={16} />
            {say(`payouts.propose.${kind}`)}
            {kind === first && <Key>a</Key>}
          </button>
        ))}
      </div>
    </div>
  );
}
