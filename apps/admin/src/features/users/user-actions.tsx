import { CHANGES, payloadText, type StaffRole } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { Key, Tag } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/call.ts';
import { useMe } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { useUserChanges } from './user-changes.ts';
import type { Profile } from './user-state.ts';

type Kind = 'user.second_factor' | 'user.unfreeze';
type Asked = 'freeze' | Kind;

const mayMake = (kind: Kind, roles: readonly StaffRole[]) => {
  const makers: readonly StaffRole[] = CHANGES[kind].makers;
  return makers.some((role) => roles.includes(role));
};
const FREEZERS: readonly StaffRole[] = ['support', 'risk', 'security'];

/** Renders what the caller's roles may do with an account. A change that waits is shown instead of proposed twice. */
export function UserActions({ user }: { user: Profile }) {
  const say = useSay();
  const me = useMe();
  const address = useAddress();
  const queries = useQueryClient();
  const changes = useUserChanges(user.id);
  const [asked, setAsked] = useState<Asked>();
  const isClosed = user.state === 'closed';
  const isFrozen = user.state === 'frozen';
  const waiting = (kind: Kind) => changes.find((change) => change.kind === kind);
  const ask = (kind: Kind) => {
    const change = waiting(kind);
    if (change === undefined) setAsked(kind);
    else address.set({ change: String(change.id) });
  };
  const maySee = (kind: Kind) => !isClosed && (mayMake(kind, me.roles) || waiting(kind) !== undefined);
  const factor = maySee('user.second_factor') ? () => ask('user.second_factor') : undefined;
  const unfreeze = isFrozen && maySee('user.unfreeze') ? () => ask('user.unfreeze') : undefined;
  const freeze =
    !isClosed && !isFrozen && FREEZERS.some((role) => me.roles.includes(role)) ? () => setAsked('freeze') : undefined;
  useKeys({ s: factor, u: unfreeze, f: freeze });

  const act = async (reason: string) => {
    if (asked === undefined) return;
    if (asked === 'freeze') await call(routes.freezeUser, { id: user.id, reason });
    else {
      const payload = payloadText({ user_id: String(user.id) });
      const { id } = await call(routes.proposeChange, { kind: asked, payload, reason });
      address.set({ change: String(id) });
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['changes'] }),
      ...(asked === 'freeze' ? [queries.invalidateQueries({ queryKey: ['user'] })] : []),
    ]);
  };
  const signed = (kind: Kind) => {
    const change = waiting(kind);
    return change && <Tag tone="warn">{say('changes.of_two', { count: change.signatures.length })}</Tag>;
  };
  return (
    <span className="flex flex-none gap-2">
      {factor && (
        <button type="button" className="d-btn" onClick={factor}>
          {say('user.factor')}
          {signed('user.second_factor')}
          <Key>s</Key>
        </button>
      )}
      {unfreeze && (
        <button type="button" className="d-btn" onClick={unfreeze}>
          {say('user.unfreeze')}
          {signed('user.unfreeze')}
          <Key>u</Key>
        </button>
      )}
      {freeze && (
        <button type="button" className="d-btn d-btn--danger" onClick={freeze}>
          {say('user.freeze')}
          <Key>f</Key>
        </button>
      )}
      <ReasonDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : say(`user.ask.${asked}`, { name: user.nickname })}
        act={asked === undefined ? '' : say(asked === 'freeze' ? 'user.freeze' : 'propose.act')}
        tone={asked === 'freeze' ? 'danger' : 'primary'}
        onClose={() => setAsked(undefined)}
        onAct={act}
      >
        <p className="text-ink-2">{asked !== undefined && say(`user.ask_about.${asked}`)}</p>
      </ReasonDialog>
    </span>
  );
}
