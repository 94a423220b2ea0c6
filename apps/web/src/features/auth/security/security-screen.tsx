import { type SecurityFacts, securityScore } from '@app/domain/auth';
import {
  Button,
  CountRing,
  Delayed,
  durationText,
  ErrorPanel,
  NavBar,
  Note,
  Page,
  Sheet,
  Skeleton,
  SkeletonRows,
} from '@app/ui';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure, describeUnlessGivenUp } from '../../../data/call/describe-failure.ts';
import { useCountdown } from '../../../data/call/server-clock.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { PhraseRow } from '../factor/phrase-row.tsx';
import { contactsOf } from '../form/contacts.ts';
import { FreezeConsequences } from './freeze-parts.tsx';
import { HOLD_HOURS, type Security, useFreeze, useSecurity } from './security.ts';
import { SecurityRow } from './security-row.tsx';

/** /pages/setting/security */
export default function SecurityScreen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack('/pages/setting/setting') };
  const { data, error, refetch } = useSecurity();
  const retry = { label: text('system.retry'), go: () => void refetch() };
  return (
    <Page bar={<NavBar title={text('auth.security.title')} back={back} />}>
      {data === undefined && error === null && <Loading />}
      {data === undefined && error !== null && (
        <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={retry} />
      )}
      {data !== undefined && (
        <div className="pb-6">
          <SecurityScore security={data} />
          {data.withdrawals_held_until !== null && <HeldNote until={data.withdrawals_held_until} />}
          <SecurityRows security={data} />
          <FreezeRow />
          <CloseRow />
        </div>
      )}
    </Page>
  );
}

const Loading = () => (
  <Delayed>
    <div className="flex items-center gap-4 px-gutter pt-2 pb-4">
      <Skeleton className="size-20 rounded-full" />
      <Skeleton className="h-5 w-40" />
    </div>
    <SkeletonRows count={6} />
  </Delayed>
);

/** How long withdrawals are held after a change of protection. */
function HeldNote({ until }: { until: number }) {
  const text = useText();
  const leftMs = useCountdown(until, 1_000);
  if (leftMs === 0) return null;
  return (
    <div className="mt-4 px-gutter">
      <Note icon="clock" tone="warn">
        {text('security.held', { time: durationText(leftMs) })}
      </Note>
    </div>
  );
}

/** Number of protections that are on, and how many more there are. */
function SecurityScore({ security }: { security: Security }) {
  const text = useText();
  const { points, of } = securityScore(factsOf(security));
  const label = text('security.score', { done: points, count: of });
  return (
    <section className="flex items-center gap-4 px-gutter pt-2">
      <CountRing done={points} of={of} label={label} />
      <div className="min-w-0">
        <p className="text-title" aria-hidden="true">
          {label}
        </p>
        <p className="mt-1 text-label text-ink-2">
          {points === of ? text('security.score.all') : text('security.score.more', { count: of - points })}
        </p>
      </div>
    </section>
  );
}

/** Converts wire fields to domain facts, for the score. */
const factsOf = (security: Security): SecurityFacts => ({
  hasTradePassword: security.has_trade_password,
  hasAuthenticator: security.authenticator_bound_at !== null,
  hasPasskey: security.passkeys > 0,
  hasEmail: security.email !== '',
  hasMobile: security.mobile !== '',
  hasPhrase: security.phrase !== '',
});

/** For a user who suspects an intruder: it needs no step-up, because it only removes access. */
function FreezeRow() {
  const text = useText();
  const sheet = useSheet('freeze');
  const freezing = useFreeze();
  const problem = describeUnlessGivenUp(freezing.error, text);
  return (
    <div className="group mt-3 text-danger">
      <SecurityRow
        icon="pause"
        label={text('auth.freeze.title')}
        why={text('security.row.freeze.why')}
        onClick={sheet.open}
      />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('auth.freeze.question')}
        closeLabel={text('system.close')}
      >
        <FreezeConsequences />
        {problem !== undefined && (
          <p className="hint hint--error" role="alert">
            {problem}
          </p>
        )}
        <div className="pair mt-5">
          <Button disabled={freezing.isPending} onClick={sheet.close}>
            {text('auth.freeze.leave')}
          </Button>
          <Button tone="danger" busy={freezing.isPending} onClick={() => freezing.mutate()}>
            {text('auth.freeze.action')}
          </Button>
        </div>
      </Sheet>
    </div>
  );
}

function CloseRow() {
  const text = useText();
  const navigate = useNavigate();
  return (
    <div className="group mt-3 text-danger">
      <SecurityRow
        icon="trash"
        label={text('security.row.close')}
        why={text('security.row.close.why')}
        onClick={() => void navigate('/pages/plus/close')}
      />
    </div>
  );
}

type Props = { security: Security };

/** The protections, then the current sessions of the account. */
function SecurityRows({ security }: Props) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <>
      <div className="group mt-4">
        <PasswordRows security={security} />
        <SecondStepRows security={security} />
        <ContactRow security={security} />
        <PhraseRow phrase={security.phrase} />
      </div>
      <div className="group mt-3">
        <SecurityRow
          icon="phone"
          label={text('security.devices')}
          why={text('security.row.devices.why')}
          state={String(security.sessions)}
          onClick={() => void navigate('/pages/plus/devices')}
        />
        <SecurityRow
          icon="save"
          label={text('security.row.data')}
          why={text('security.row.data.why')}
          onClick={() => void navigate('/pages/plus/data')}
        />
      </div>
    </>
  );
}

function PasswordRows({ security }: Props) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <>
      <SecurityRow
        icon="lock"
        label={text('security.row.password')}
        why={text('security.row.password.why', { hours: HOLD_HOURS })}
        state={true}
        onClick={() => void navigate('/pages/setting/password')}
      />
      <SecurityRow
        icon="key"
        label={text('auth.trade_password.title')}
        why={text('security.row.trade_password.why')}
        state={security.has_trade_password}
        onClick={() => void navigate('/pages/setting/payPassword')}
      />
    </>
  );
}

function SecondStepRows({ security }: Props) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <>
      <SecurityRow
        icon="shield-check"
        label={text('auth.authenticator.title')}
        why={text('security.row.authenticator.why')}
        state={security.authenticator_bound_at !== null}
        onClick={() => void navigate('/pages/setting/bind_authenticator')}
      />
      <SecurityRow
        icon="passkey"
        label={text('security.passkeys')}
        why={text('security.row.passkeys.why')}
        state={security.passkeys > 0}
        onClick={() => void navigate('/pages/plus/passkeys')}
      />
    </>
  );
}

/** Email and phone. */
const CHANNELS = 2;

/** Contacts of the owner; the phone can be added or changed. */
function ContactRow({ security }: Props) {
  const text = useText();
  const navigate = useNavigate();
  const contacts = contactsOf(security);
  const path = '/pages/setting/password_phone';
  return (
    <SecurityRow
      icon="mail"
      label={text('security.row.contact')}
      why={
        <>
          {contacts.map(({ channel, target }) => (
            <span key={channel} className="block break-words text-ink-2">
              {target}
            </span>
          ))}
          {text('security.row.contact.why')}
        </>
      }
      state={contacts.length > 1 || text('security.state.some', { done: contacts.length, of: CHANNELS })}
      onClick={() => void navigate(security.mobile === '' ? path : `${path}?change`)}
    />
  );
}
