import { CLAIM_NOTE_MAX, CLAIM_REFUSALS, type ClaimRefusal } from '@app/domain/deposit';
import { NETWORKS } from '@app/domain/payee';
import { type Amount, formatDecimal } from '@app/money';
import * as routes from '@app/protocol/staff';
import { Dialog, Icon, Key, Note } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../data/call.ts';
import { type Change, type DeskClaim, type LyingCoin, useHasPasskey, useMe } from '../../data/queries.ts';
import { PayloadDiffers, signChange } from '../../data/sign-change.ts';
import { useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { ChangePane } from '../../parts/change-pane.tsx';
import { decisionFailure, ReasonDialog } from '../../parts/reason-dialog.tsx';
import { useApproval } from './claim-queries.ts';
import { isChangeOf, isRefusable, lyingFor, mayPropose, payloadFor, readFound } from './claim-rules.ts';

type Props = { row: DeskClaim; coins: readonly LyingCoin[] };

/** Renders who signed what for a report, and what the caller may do: propose what was found, sign it, refuse. */
export function ClaimDecision({ row, coins }: Props) {
  const say = useSay();
  const approval = useApproval(row);
  const [asked, setAsked] = useState<'propose' | 'refuse'>();
  const refuse = isRefusable(row) ? { label: say('change.refuse'), go: () => setAsked('refuse') } : undefined;
  const isOther = approval != null && !isChangeOf(row, approval);
  const isWaiting = row.change_id !== null;
  const close = () => setAsked(undefined);
  return (
    <>
      {isOther && <OtherChange change={approval} />}
      {approval != null && !isOther && <Signed row={row} change={approval} />}
      {approval != null && !isOther && <ChangePane id={String(approval.id)} refuse={refuse} />}
      {(!isWaiting || isOther) && (
        <Foot row={row} isProposable={!isWaiting} refuse={refuse?.go} propose={() => setAsked('propose')} />
      )}
      {asked === 'refuse' && <RefuseDialog row={row} approval={approval} onClose={close} />}
      {asked === 'propose' && <ProposeDialog row={row} coins={coins} onClose={close} />}
    </>
  );
}

/** A change that names this report and says something else about it is not signed from here. */
function OtherChange({ change }: { change: Change }) {
  const say = useSay();
  const id = String(change.id);
  return (
    <div role="alert" className="d-px grid gap-2 py-3">
      <Note icon="warn" tone="danger">
        {say('claims.change_differs', { id })}
      </Note>
      <Link className="text-brand" to={`/changes?id=${id}`}>
        {say('withdrawals.open_change', { id })}
      </Link>
    </div>
  );
}

/** What the change credits, and the text of it. */
function Signed({ row, change }: { row: DeskClaim; change: Change }) {
  const say = useSay();
  const { amount } = JSON.parse(change.payload) as { amount: string }; // Of its kind.
  return (
    <section>
      <div className="d-title d-cut">
        <h3>{say('claims.credits')}</h3>
      </div>
      <div className="d-px grid gap-2">
        <p>
          <b>{groupDigits(amount)}</b> {row.currency} · {NETWORKS[row.chain]}
        </p>
        <pre className="d-code ident">{change.payload}</pre>
        <Note icon="info">{say('claims.custody_checks')}</Note>
      </div>
    </section>
  );
}

type ProposeProps = Props & { onClose: () => void };

/** Asks what was found on the chain, proposes exactly that and signs it. A second try signs what was proposed. */
function ProposeDialog({ row, coins, onClose }: ProposeProps) {
  const say = useSay();
  const id = useId();
  const queries = useQueryClient();
  const proposed = useRef<Change>(undefined);
  const [text, setText] = useState('');
  const found = readFound(text);
  const free = lyingFor(row, coins)?.free;
  const propose = async (reason: string) => {
    if (found === undefined) throw new Error('no amount');
    try {
      const payload = payloadFor(row, found);
      if (proposed.current?.payload !== payload)
        proposed.current = await call(routes.proposeChange, { kind: 'deposit.approve', payload, reason });
      if (proposed.current.payload !== payload) throw new PayloadDiffers();
      await signChange(proposed.current, reason);
    } finally {
      await queries.invalidateQueries();
    }
  };
  return (
    <ReasonDialog
      open
      title={say('claims.ask_propose')}
      act={say('withdrawals.propose')}
      onClose={onClose}
      onAct={propose}
    >
      <p>{say('claims.propose_about')}</p>
      <label className="d-label" htmlFor={id}>
        {say('claims.found_on', { currency: row.currency, network: NETWORKS[row.chain] })}
        <input
          id={id}
          className="d-input"
          inputMode="decimal"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {text !== '' && found === undefined && <p className="text-danger">{say('claims.amount_wrong')}</p>}
      {found !== undefined && <Warnings found={found} stated={row.stated} free={free} />}
    </ReasonDialog>
  );
}

function Warnings({ found, stated, free }: { found: Amount; stated: Amount; free: Amount | undefined }) {
  const say = useSay();
  return (
    <>
      {free !== undefined && found > free && (
        <p className="text-warn">{say('claims.too_much', { amount: groupDigits(formatDecimal(free)) })}</p>
      )}
      {found !== stated && (
        <p className="text-ink-3">
          {say('claims.differs_from_stated', { amount: groupDigits(formatDecimal(stated)) })}
        </p>
      )}
    </>
  );
}

type RefuseProps = { row: DeskClaim; approval: Change | null | undefined; onClose: () => void };

/** Asks why a report is refused, as its user will read it. A change that waits for it is ended too. */
function RefuseDialog({ row, approval, onClose }: RefuseProps) {
  const say = useSay();
  const id = useId();
  const queries = useQueryClient();
  const [because, setBecause] = useState<ClaimRefusal>('not_found');
  const [note, setNote] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const refuse = async () => {
    const written = note.trim();
    if (because === 'other' && written === '') return setError(say('claims.note_missing'));
    setBusy(true);
    setError('');
    try {
      await call(routes.refuseClaim, { id: row.id, because, ...(written !== '' && { note: written }) });
      onClose();
    } catch (failure) {
      setError(decisionFailure(failure, say));
    } finally {
      setBusy(false);
      await queries.invalidateQueries();
    }
  };
  return (
    <Dialog
      open
      title={say('claims.ask_refuse', { amount: `${groupDigits(formatDecimal(row.stated))} ${row.currency}` })}
      safe={{ label: say('frame.cancel'), go: onClose }}
      act={{ label: say('claims.refuse'), go: () => void refuse(), tone: 'danger', busy: isBusy }}
    >
      <div className="grid gap-3 text-left">
        <p>{say(approval?.state === 'waiting' ? 'claims.refuse_about_change' : 'claims.refuse_about')}</p>
        <fieldset className="grid gap-2">
          <legend className="d-label">{say('claims.refused')}</legend>
          {CLAIM_REFUSALS.map((it) => (
            <label key={it} className="flex items-center gap-2">
              <input type="radio" name={id} checked={it === because} onChange={() => setBecause(it)} />
              {say(`claims.refusal.${it}`)}
            </label>
          ))}
        </fieldset>
        <label className="d-label" htmlFor={`${id}-note`}>
          {say('claims.note')}
          <input
            id={`${id}-note`}
            className="d-input"
            value={note}
            maxLength={CLAIM_NOTE_MAX}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        {error !== '' && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}

type FootProps = {
  row: DeskClaim;
  isProposable: boolean;
  refuse: (() => void) | undefined;
  propose: () => void;
};

/** The decision while no change waits: only finance begins an approval, everybody of this desk may refuse. */
function Foot({ row, isProposable, refuse, propose }: FootProps) {
  const say = useSay();
  const me = useMe();
  const lacksPasskey = useHasPasskey() === false;
  const isAsked = isProposable && row.state === 'waiting' && mayPropose(me);
  const sign = isAsked && !lacksPasskey ? propose : undefined;
  useKeys({ a: sign, r: refuse });
  if (refuse === undefined) return null;
  return (
    <div className="d-decision d-px">
      {isAsked && lacksPasskey && <p className="text-warn">{say('change.needs_passkey')}</p>}
      {isProposable && !isAsked && row.state === 'waiting' && (
        <p className="text-ink-3">{say('withdrawals.finance_first')}</p>
      )}
      <div className="flex gap-2">
        <button type="button" className="d-btn d-btn--tall flex-1" onClick={refuse}>
          {say('change.refuse')}
          <Key>r</Key>
        </button>
        {isAsked && (
          <button
            type="button"
            className="d-btn d-btn--tall d-btn--primary flex-1"
            disabled={sign === undefined}
            onClick={sign}
          >
            <Icon name="passkey" size={16} />
            {say('claims.propose')}
            <Key>a</Key>
          </button>
        )}
      </div>
    </div>
  );
}
