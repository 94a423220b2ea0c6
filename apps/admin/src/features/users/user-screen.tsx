import { CallRefused } from '@app/client/call';
import * as routes from '@app/protocol/staff';
import { Avatar, CopyText, Empty, Note, Tag } from '@app/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { useSay } from '../../data/texts.ts';
import { dayText, durationText, momentText } from '../../lib/moments.ts';
import { useAddress } from '../../lib/use-address.ts';
import { ChangePane } from '../../parts/change-pane.tsx';
import { DeskPage } from '../../parts/desk-page.tsx';
import { failureText } from '../../parts/reason-dialog.tsx';
import { Balances } from './balances.tsx';
import { IdentityPane } from './identity-pane.tsx';
import { LookupBox } from './lookup-box.tsx';
import { SessionsPane } from './sessions-pane.tsx';
import { UserActions } from './user-actions.tsx';
import { useUserChanges } from './user-changes.ts';
import { UserLists } from './user-lists.tsx';
import { isHeld, type Profile, STATE_TONES } from './user-state.ts';

/** Shows one user: identity and limits, balances and lists, and what two people decide about the account. */
export function UserScreen() {
  const { id = '' } = useParams();
  const isNumber = /^[1-9]\d{0,18}$/.test(id);
  const query = useQuery({
    queryKey: ['user', id],
    queryFn: () => call(routes.openUser, { id: BigInt(id) }),
    enabled: isNumber,
    // Each reading is a row in the trail: only a person or their own action causes one.
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isMissing = !isNumber || (query.error instanceof CallRefused && query.error.code === 'not_found');
  if (query.data !== undefined) return <ProfilePage user={query.data} />;
  return <NoProfile isMissing={isMissing} error={query.error} />;
}

function NoProfile({ isMissing, error }: { isMissing: boolean; error: Error | null }) {
  const say = useSay();
  const go = useNavigate();
  return (
    <DeskPage title={say('users.title')} end={<Lookup />} keys={[[['/'], say('keys.search')]]}>
      <section className="d-pane">
        <div className="m-auto max-w-120 p-6">
          {isMissing ? (
            <Empty
              title={say('user.missing')}
              text={say('user.missing_about')}
              action={
                <button type="button" className="d-btn" onClick={() => void go('/users')}>
                  {say('user.search_again')}
                </button>
              }
            />
          ) : (
            <p role={error === null ? undefined : 'alert'} className="text-ink-3">
              {error === null ? say('frame.loading') : failureText(error, say('failed.no_answer'))}
            </p>
          )}
        </div>
      </section>
    </DeskPage>
  );
}

function Lookup() {
  const go = useNavigate();
  return <LookupBox value="" onSearch={(text) => void go(`/users?q=${encodeURIComponent(text)}`)} />;
}

function ProfilePage({ user }: { user: Profile }) {
  const say = useSay();
  const address = useAddress();
  const changes = useUserChanges(user.id);
  const change = address.get('change') ?? (changes[0] && String(changes[0].id));
  useReadAgain(user, changes.length);
  return (
    <DeskPage
      title={<Title user={user} />}
      end={<Lookup />}
      strip={<Strip user={user} />}
      list={<IdentityPane user={user} />}
      aside={{
        label: say('user.aside'),
        isOpen: address.get('change') !== undefined,
        onClose: () => address.set({ change: undefined }),
        body:
          change === undefined ? (
            <SessionsPane userId={user.id} />
          ) : (
            <>
              <ChangeNote id={change} />
              <ChangePane id={change} />
            </>
          ),
      }}
      keys={[
        [['1', '–', '9'], say('user.keys_tab')],
        [['s'], say('user.keys_factor')],
        [['f'], say('user.keys_freeze')],
        [['u'], say('user.keys_unfreeze')],
        [['/'], say('keys.search')],
      ]}
    >
      <section className="d-pane">
        <StateNote user={user} />
        <Balances balances={user.balances} />
        <UserLists userId={user.id} />
      </section>
    </DeskPage>
  );
}

/** Opens the profile again when a change about it was decided. */
function useReadAgain({ id }: Profile, waiting: number): void {
  const queries = useQueryClient();
  useEffect(
    () => () => {
      if (waiting > 0) void queries.invalidateQueries({ queryKey: ['user', String(id)] });
    },
    [queries, id, waiting],
  );
}

function Title({ user }: { user: Profile }) {
  const say = useSay();
  const uid = String(user.id);
  return (
    <span className="d-head--user">
      <Link className="font-normal text-ink-3" to="/users">
        {say('users.title')} ›
      </Link>
      <Avatar seed={Number(user.id % 1_000_000_007n)} size={24} />
      {user.nickname}
      <span className="text-label text-ink-2">
        <CopyText
          text={uid}
          label={say('user.copy_uid')}
          copiedLabel={say('frame.copied')}
          onFailure={() => undefined}
        />
      </span>
      <Tag tone={user.level > 0 ? 'ok' : 'plain'}>{say('user.level', { level: user.level })}</Tag>
      {user.state !== 'open' && <Tag tone={STATE_TONES[user.state]}>{say(`user.state.${user.state}`)}</Tag>}
      {isHeld(user, user.at) && <Tag tone="warn">{say('user.held')}</Tag>}
    </span>
  );
}

function Strip({ user }: { user: Profile }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const facts = [
    [say('user.since'), dayText(user.created_at, language)],
    [say('user.last_seen'), user.last_seen_at === null ? '—' : momentText(user.last_seen_at, language)],
    [say('users.country'), countryName(user.country, language)],
    [say('user.language'), user.language ?? '—'],
  ] as const;
  return (
    <div className="d-user-strip">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <UserActions user={user} />
    </div>
  );
}

const countryName = (code: string | null, language: string): string =>
  code === null
    ? '—'
    : (new Intl.DisplayNames(language === 'zh' ? 'zh-CN' : 'en-GB', { type: 'region' }).of(code) ?? code);

/** Says first what decides everything else about an account. */
function StateNote({ user }: { user: Profile }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const at = (ms: number | null) => momentText(ms ?? 0, language);
  const notes = [
    user.closed_at !== null && (['danger', say('user.closed_note', { time: at(user.closed_at) })] as const),
    user.frozen_at !== null &&
      user.closed_at === null &&
      (['danger', say('user.frozen_note', { time: at(user.frozen_at) })] as const),
    user.closing_due_at !== null && (['warn', say('user.closing_note', { time: at(user.closing_due_at) })] as const),
    isHeld(user, user.at) &&
      ([
        'warn',
        say('user.held_note', {
          time: durationText((user.withdrawals_held_until ?? 0) - user.at, language),
          until: at(user.withdrawals_held_until),
        }),
      ] as const),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <div className="d-px grid flex-none gap-2 pt-3">
      {notes.map(([tone, text]) => (
        <Note key={text} icon={tone === 'danger' ? 'warn' : 'clock'} tone={tone}>
          {text}
        </Note>
      ))}
    </div>
  );
}

/** Says what a change of a second factor does to its owner, above its signatures. */
function ChangeNote({ id }: { id: string }) {
  const say = useSay();
  const { data } = useQuery({ queryKey: ['change', id], queryFn: () => call(routes.getChange, { id: BigInt(id) }) });
  if (data === undefined || data.state !== 'waiting') return null;
  if (data.kind !== 'user.second_factor' && data.kind !== 'user.unfreeze') return null;
  return (
    <div className="d-px pt-4">
      <p className="pb-2 text-title">{say(`kind.${data.kind}`)}</p>
      <Note icon="clock" tone="warn">
        {say(data.kind === 'user.second_factor' ? 'user.factor_note' : 'user.unfreeze_note')}
      </Note>
    </div>
  );
}
