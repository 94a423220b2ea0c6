import { NETWORKS } from '@app/domain/payee';
import { formatDecimal } from '@app/money';
import { AddressText, Icon, Key } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Change, type DeskWithdrawal, useHasPasskey, useMe } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { ChangePane } from '../../parts/change-pane.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { proposeApproval, refuseWithdrawal, signProposal } from './decide.ts';
import { isChangeOf, isRefusable, mayPropose, received } from './desk-rules.ts';

type Props = { row: DeskWithdrawal; approval: Change | null | undefined };

/** Renders who signed a withdrawal, and what the caller may do: propose its approval, sign it, refuse it. */
export function WithdrawalDecision({ row, approval }: Props) {
  const say = useSay();
  const [asked, setAsked] = useState<'propose' | 'refuse'>();
  const act = useActs({ row, approval });
  const amount = `${groupDigits(formatDecimal(row.amount))} ${row.currency}`;
  const refuse = isRefusable(row) ? { label: say('change.refuse'), go: () => setAsked('refuse') } : undefined;
  const isWaiting = row.change_id !== null;
  const isOther = approval != null && !isChangeOf(row, approval);
  return (
    <>
      {approval != null && !isOther && <ChangePane id={String(approval.id)} refuse={refuse} />}
      {(!isWaiting || isOther) && (
        <Foot row={row} isProposable={!isWaiting} refuse={refuse?.go} propose={() => setAsked('propose')} />
      )}
      <ReasonDialog
        open={asked === 'refuse'}
        title={say('withdrawals.ask_refuse', { amount })}
        act={say('withdrawals.refuse')}
        tone="danger"
        onClose={() => setAsked(undefined)}
        onAct={act.refuse}
      >
        <p>{say('withdrawals.refuse_about')}</p>
      </ReasonDialog>
      <ReasonDialog
        open={asked === 'propose'}
        title={say('withdrawals.ask_propose', { amount })}
        act={say('withdrawals.propose')}
        onClose={() => setAsked(undefined)}
        onAct={act.propose}
      >
        <p>{say('withdrawals.propose_about')}</p>
        <AddressText address={row.address} />
        <p>
          {say('withdrawals.receives')} {groupDigits(formatDecimal(received(row)))} {row.currency} ·{' '}
          {NETWORKS[row.chain]}
        </p>
      </ReasonDialog>
    </>
  );
}

/** Returns the two decisions. Signing again after a failure signs what was proposed, and proposes nothing twice. */
function useActs({ row, approval }: Props) {
  const queries = useQueryClient();
  const proposed = useRef<Change>(undefined);
  const then = async (act: Promise<unknown>) => {
    try {
      await act;
    } finally {
      await queries.invalidateQueries();
    }
  };
  const proposeAndSign = async (reason: string) => {
    proposed.current ??= await proposeApproval(row, reason);
    await signProposal(row, proposed.current, reason);
    proposed.current = undefined;
  };
  return {
    propose: (reason: string) => then(proposeAndSign(reason)),
    refuse: (reason: string) => then(refuseWithdrawal(row, approval, reason)),
  };
}

type FootProps = {
  row: DeskWithdrawal;
  isProposable: boolean;
  refuse: (() => void) | undefined;
  propose: () => void;
};

/** The decision while no change waits: only finance begins an approval, everybody of this desk may refuse. */
function Foot({ row, isProposable, refuse, propose }: FootProps) {
  const say = useSay();
  const me = useMe();
  const lacksPasskey = useHasPasskey() === false;
  const isAsked = isProposable && row.state === 'review' && mayPropose(me);
  const sign = isAsked && !lacksPasskey ? propose : undefined;
  useKeys({ a: sign, r: refuse });
  if (refuse === undefined) return null;
  return (
    <div className="d-decision d-px">
      {isAsked && lacksPasskey && <p className="text-warn">{say('change.needs_passkey')}</p>}
      {isProposable && !isAsked && row.state === 'review' && (
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
            {say('withdrawals.propose')}
            <Key>a</Key>
          </button>
        )}
      </div>
    </div>
  );
}
