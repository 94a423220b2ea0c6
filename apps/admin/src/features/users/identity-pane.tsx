import * as routes from '@app/protocol/staff';
import { Icon } from '@app/ui';
import { type ReactNode, useState } from 'react';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { useMe } from '../../data/queries.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { groupDigits } from '../../lib/group-digits.ts';
import { dayText, durationText, momentText } from '../../lib/moments.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { isHeld, type Profile } from './user-state.ts';

type Contact = Pick<Profile, 'email' | 'mobile'>;

/** Shows who the user is, how they prove it, and what is held or limited. */
export function IdentityPane({ user }: { user: Profile }) {
  const say = useSay();
  return (
    <section className="d-pane" aria-label={say('user.identity')}>
      <Identity key={String(user.id)} user={user} />
      <Factors user={user} />
      <Holds user={user} />
      <Limits user={user} />
      <p className="d-px mt-auto py-3 text-label font-normal text-ink-3">{say('user.never_shown')}</p>
    </section>
  );
}

function Identity({ user }: { user: Profile }) {
  const say = useSay();
  const me = useMe();
  const language = useLook((look) => look.language);
  const [shown, setShown] = useState<Contact>();
  const [isAsked, setAsked] = useState(false);
  const mayReveal = me.roles.some((role) => role === 'support' || role === 'risk' || role === 'security');
  const { email, mobile } = shown ?? user;
  const hasAddress = user.email !== null || user.mobile !== null;
  return (
    <>
      <div className="d-title">
        <h2>{say('user.identity')}</h2>
        {mayReveal && hasAddress && shown === undefined && (
          <button
            type="button"
            className="flex items-center gap-1.5 text-label text-brand"
            onClick={() => setAsked(true)}
          >
            <Icon name="eye" size={16} />
            {say('user.reveal')}
          </button>
        )}
      </div>
      <dl className="d-facts d-px pb-2">
        <Fact name={say('users.uid')}>
          <span className="ident">{String(user.id)}</span>
        </Fact>
        <Fact name={say('users.mail')}>{email ?? '—'}</Fact>
        <Fact name={say('users.phone')}>{mobile === null ? '—' : shown === undefined ? mobile : `+${mobile}`}</Fact>
        {user.identity.map(({ case_id: id, level, state, decided_at: decided }) => (
          <Fact key={String(id)} name={say('user.level', { level })}>
            {sayValue(say, 'case.state', state)}
            {decided !== null && <small className="text-ink-3"> · {dayText(decided, language)}</small>}
          </Fact>
        ))}
        {user.identity.length === 0 && (
          <Fact name={say('user.level', { level: user.level })}>{say('user.no_case')}</Fact>
        )}
        {user.roles.length > 0 && <Fact name={say('user.kinds')}>{user.roles.join(', ')}</Fact>}
        <Fact name={say('user.invite_code')}>
          <span className="ident">{user.invite_code}</span>
        </Fact>
      </dl>
      <ReasonDialog
        open={isAsked}
        title={say('user.reveal_ask', { name: user.nickname })}
        act={say('user.reveal')}
        onClose={() => setAsked(false)}
        onAct={async (reason) => setShown(await call(routes.revealUser, { id: user.id, reason }))}
      >
        <p className="text-ink-2">{say('user.reveal_about')}</p>
      </ReasonDialog>
    </>
  );
}

function Factors({ user }: { user: Profile }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  return (
    <>
      <Heading>{say('user.factors')}</Heading>
      <dl className="d-facts d-px pb-2">
        <Fact name={say('user.authenticator')}>
          {user.authenticator_at === null ? say('user.none') : dayText(user.authenticator_at, language)}
        </Fact>
        {user.passkeys.map(({ name, created_at: at }) => (
          <Fact key={`${name} ${at}`} name={say('user.passkey', { name })}>
            {dayText(at, language)}
          </Fact>
        ))}
        {user.passkeys.length === 0 && <Fact name={say('user.passkeys')}>{say('user.none')}</Fact>}
      </dl>
    </>
  );
}

function Holds({ user }: { user: Profile }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const until = user.withdrawals_held_until ?? 0;
  return (
    <>
      <Heading>{say('user.holds')}</Heading>
      <dl className="d-facts d-px pb-2">
        <Fact name={say('user.withdrawals')}>
          {isHeld(user, user.at) ? (
            <span className="text-warn">{say('user.left', { time: durationText(until - user.at, language) })}</span>
          ) : (
            say('user.none')
          )}
        </Fact>
        {user.closing_due_at !== null && (
          <Fact name={say('user.closing')}>{momentText(user.closing_due_at, language)}</Fact>
        )}
      </dl>
    </>
  );
}

function Limits({ user }: { user: Profile }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  return (
    <>
      <Heading>{say('user.limits')}</Heading>
      <dl className="d-facts d-px pb-2">
        {user.limits.map(({ kind, amount, until, next_from: next }) => (
          <Fact key={kind} name={sayValue(say, 'limit', kind)}>
            {amount !== null && `${groupDigits(amount)} USDT`}
            {until !== null && momentText(until, language)}
            {next !== null && (
              <small className="text-ink-3"> · {say('user.looser', { time: momentText(next, language) })}</small>
            )}
          </Fact>
        ))}
        {user.limits.length === 0 && <Fact name={say('user.own_limits')}>{say('user.none')}</Fact>}
      </dl>
    </>
  );
}

const Heading = ({ children }: { children: ReactNode }) => (
  <div className="d-title d-cut">
    <h3>{children}</h3>
  </div>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
