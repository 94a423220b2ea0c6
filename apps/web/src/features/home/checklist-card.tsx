import { readSecurity } from '@app/protocol/auth';
import { Icon, Steps, showToast } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { hasPractised } from '../../data/account/practised.ts';
import { useText } from '../../data/app/texts.ts';
import { call } from '../../data/call/call.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useChangeMode } from '../../data/session/change-mode.ts';
import { useSession, useSessionScope } from '../../data/session/session.ts';
import { storage } from '../../lib/storage.ts';
import { type Checklist, checklistOf, doneForGood, isPutAway, putAwayFrom, type Step } from './checklist.ts';

const WAYS: Readonly<Record<Step, { path: string; minutes: number }>> = {
  trade_password: { path: '/pages/setting/payPassword', minutes: 1 },
  authenticator: { path: '/pages/setting/bind_authenticator', minutes: 2 },
  identity: { path: '/pages/setting/real_mark', minutes: 5 },
  practice: { path: '/pages/transaction/currency?symbol=BTC/USDT&guide=1', minutes: 3 },
};

/** Shows the next step with its reason and duration; shows nothing if progress is unknown. */
export function ChecklistCard() {
  const { list, isPending, putAway } = useChecklist();
  if (isPending) return <Place />;
  if (list === undefined) return null;
  return (
    <section className="card relative mx-gutter mt-4 px-4 py-3">
      <Head list={list} putAway={putAway} />
      <Next step={list.next} />
    </section>
  );
}

function Head({ list: { done, of }, putAway }: { list: Checklist; putAway: () => void }) {
  const text = useText();
  const count = text('home.start.count', { done, of });
  return (
    <>
      <div className="flex items-center gap-2 text-label">
        <h2 className="grow text-ink-2">{text('home.start.title')}</h2>
        <span className="flex-none text-ink-3" aria-hidden="true">
          {count}
        </span>
        <button
          type="button"
          className="hit z-1 -mr-1 rounded-tag text-ink-3"
          aria-label={text('home.start.away')}
          title={text('home.start.away')}
          onClick={putAway}
        >
          <Icon name="close" size={16} />
        </button>
      </div>
      <div className="mt-2">
        <Steps count={of} done={done} label={count} />
      </div>
    </>
  );
}

/** The link covers the whole card. */
function Next({ step }: { step: Step }) {
  const text = useText();
  const { path, minutes } = WAYS[step];
  const goToDemo = useWayIntoDemo(path);
  return (
    <Link
      className="mt-3 flex items-center gap-3 before:absolute before:inset-0 before:rounded-card before:content-['']"
      to={path}
      onClick={step === 'practice' ? goToDemo : undefined}
    >
      <span className="min-w-0 grow">
        <span className="block font-medium">{text(`home.step.${step}`)}</span>
        <span className="block text-label text-ink-3">
          {text('home.start.time', { why: text(`home.step.${step}.why`), minutes })}
        </span>
      </span>
      <span className="text-ink-3">
        <Icon name="right" size={20} />
      </span>
    </Link>
  );
}

/** Placeholder with the height of the first step's card, in any language. */
const Place = () => (
  <div className="card mx-gutter mt-4 px-4 py-3" aria-hidden="true">
    <div className="invisible">
      <Head list={{ done: 1, of: 5, next: 'trade_password' }} putAway={() => undefined} />
      <Next step="trade_password" />
    </div>
  </div>
);

/** Switches a user in real mode to demo mode before following a practice link. */
function useWayIntoDemo(path: string): (event: MouseEvent) => void {
  const text = useText();
  const navigate = useNavigate();
  const isReal = useSession(({ user }) => user?.book === 'real');
  const { mutate } = useChangeMode(() => void navigate(path));
  return (event) => {
    if (!isReal) return;
    event.preventDefault();
    mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  };
}

const AWAY = 'checklist_away';

type Shown = { readonly list: Checklist | undefined; readonly isPending: boolean; readonly putAway: () => void };

/** Returns the newcomer's next step; none if the list is dismissed, done or unknown. */
function useChecklist(): Shown {
  const user = useSession((session) => session.user?.id ?? '');
  const [isAway, setAway] = useState(() => isPutAway(storage.read(AWAY), user, Date.now()));
  const { data, isPending } = useProgress(!isAway);
  const list = data && checklistOf(data);
  const isDone = data !== undefined && list === undefined;
  useEffect(() => {
    if (isDone) storage.write(AWAY, doneForGood(user)); // The next visit reserves no space for it.
  }, [isDone, user]);
  const putAway = () => {
    storage.write(AWAY, putAwayFrom(user, Date.now()));
    setAway(true);
  };
  return { list: isAway ? undefined : list, isPending: isPending && !isAway, putAway };
}

function useProgress(isEnabled: boolean) {
  const user = useSession((session) => session.user?.id ?? '');
  const isVerified = useSession((session) => (session.user?.level ?? 0) > 0);
  return useQuery({
    queryKey: ['home', 'progress', useSessionScope()],
    queryFn: ({ signal }) => call(readSecurity, {}, { signal }),
    select: (security) => ({
      trade_password: security.has_trade_password,
      authenticator: security.authenticator_bound_at !== null,
      identity: isVerified,
      practice: hasPractised(user),
    }),
    enabled: isEnabled,
    staleTime: 0, // Shows a step as done on return.
  });
}
