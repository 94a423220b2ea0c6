import { CHANGES, type StaffRole } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../data/call.ts';
import { useMe } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';

const MAKERS: readonly StaffRole[] = CHANGES['chain.resume'].makers;

/** Proposes to end a halt, with exactly the reason that custody gave; a second person signs it. */
export function Resume({ chain, halted }: { chain: string; halted: string }) {
  const say = useSay();
  const me = useMe();
  const go = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  if (!me.roles.some((role) => MAKERS.includes(role))) return null;
  const propose = async (reason: string) => {
    const payload = JSON.stringify({ chain, halted });
    const change = await call(routes.proposeChange, { kind: 'chain.resume', payload, reason });
    await queries.invalidateQueries({ queryKey: ['changes'] });
    void go(`/changes?id=${change.id}`);
  };
  return (
    <>
      <button type="button" className="d-btn" onClick={() => setAsking(true)}>
        {say('withdrawals.resume')}
      </button>
      <ReasonDialog
        open={isAsking}
        title={say('withdrawals.resume')}
        act={say('withdrawals.resume_propose')}
        onClose={() => setAsking(false)}
        onAct={propose}
      >
        <p>{say('withdrawals.resume_about')}</p>
        <p className="text-danger">{halted}</p>
      </ReasonDialog>
    </>
  );
}
