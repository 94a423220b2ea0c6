import { payloadText } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { CopyText, Tag } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { useMe } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { dayText } from '../../lib/moments.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import type { Account } from './people-screen.tsx';
import { RoleChecks } from './role-checks.tsx';

type Asked = 'invite' | 'disable' | 'enable' | 'roles';

/** Shows one account and what security may do with it. */
export function AccountPane({ account, isSecurity }: { account: Account; isSecurity: boolean }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  return (
    <>
      <div className="d-title">
        <h2>{account.name}</h2>
        <Tag tone={account.is_disabled ? 'danger' : account.is_enrolled ? 'ok' : 'warn'}>
          {say(account.is_disabled ? 'people.disabled' : account.is_enrolled ? 'people.active' : 'people.invited')}
        </Tag>
      </div>
      <dl className="d-facts d-px">
        <div>
          <dt>{say('people.email')}</dt>
          <dd>{account.email}</dd>
        </div>
        <div>
          <dt>{say('people.since')}</dt>
          <dd>{dayText(account.created_at, language)}</dd>
        </div>
        <div>
          <dt>{say('people.passkey')}</dt>
          <dd>{say(account.has_passkey ? 'frame.yes' : 'frame.no')}</dd>
        </div>
      </dl>
      {isSecurity && <Actions account={account} />}
    </>
  );
}

function Actions({ account }: { account: Account }) {
  const say = useSay();
  const me = useMe();
  const go = useNavigate();
  const queries = useQueryClient();
  const [roles, setRoles] = useState(account.roles as readonly Account['roles'][number][]);
  const [asked, setAsked] = useState<Asked>();
  const [invite, setInvite] = useState('');
  const { id } = account;

  const propose = async (kind: 'staff.roles' | 'staff.enable', payload: object, reason: string) => {
    const change = await call(routes.proposeChange, { kind, payload: payloadText(payload), reason });
    await go(`/changes?id=${change.id}`);
  };
  const act = async (reason: string) => {
    if (asked === 'invite') setInvite((await call(routes.inviteStaff, { id, reason })).invite);
    if (asked === 'disable') await call(routes.disableStaff, { id, reason });
    if (asked === 'enable') await propose('staff.enable', { staff_id: String(id) }, reason);
    if (asked === 'roles') await propose('staff.roles', { staff_id: String(id), roles }, reason);
    await queries.invalidateQueries();
  };
  const link = `${location.origin}/#/enrol?invite=${invite}`;
  return (
    <div className="d-px grid gap-4 py-4">
      <RoleChecks roles={roles} onChange={setRoles} />
      <button
        type="button"
        className="d-btn"
        disabled={roles.length === 0 || String(roles) === String(account.roles)}
        onClick={() => setAsked('roles')}
      >
        {say('people.propose_roles')}
      </button>
      {!account.is_enrolled && (
        <button type="button" className="d-btn" onClick={() => setAsked('invite')}>
          {say('people.invite')}
        </button>
      )}
      {invite !== '' && (
        <p className="d-quote">
          {say('people.invite_about')}
          <br />
          <CopyText
            text={link}
            label={say('people.copy_invite')}
            copiedLabel={say('frame.copied')}
            onFailure={() => undefined}
          />
        </p>
      )}
      {account.is_disabled ? (
        <button type="button" className="d-btn" onClick={() => setAsked('enable')}>
          {say('people.enable')}
        </button>
      ) : (
        String(id) !== me.id && (
          <button type="button" className="d-btn d-btn--danger" onClick={() => setAsked('disable')}>
            {say('people.disable')}
          </button>
        )
      )}
      <ReasonDialog
        open={asked !== undefined}
        title={asked === undefined ? '' : say(`people.ask_${asked}`, { name: account.name })}
        act={asked === undefined ? '' : say(`people.do_${asked}`)}
        tone={asked === 'disable' ? 'danger' : 'primary'}
        onClose={() => setAsked(undefined)}
        onAct={act}
      />
    </div>
  );
}
