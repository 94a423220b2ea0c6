import { CallRefused } from '@app/client/call';
import type { CodePurpose } from '@app/protocol';
import { Button, buttonClass, Delayed, Empty, ErrorPanel, Sheet, Skeleton, Steps } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { type TextKey, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useCountdown } from '../../../data/call/server-clock.ts';
import { type StepUpRequest, useStepUp } from '../../../data/session/step-up-question.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { hasPasskeys } from '../factor/webauthn.ts';
import { type Challenge, planOf, useChallenge } from './step-up.ts';
import { StepUpFactor } from './step-up-factor.tsx';

/**
 * Asks the user for a step-up, in a sheet that is one history entry like every other. It replaces the sheet that
 * requested it, which reopens afterwards.
 */
export function StepUpHost() {
  const text = useText();
  const request = useStepUp((state) => state.request);
  const { sheet, finish } = useRequestSheet(request);
  const shown = useLast(request);
  return (
    <Sheet
      open={sheet.isOpen && request !== undefined}
      onClose={sheet.close}
      title={text('security.step_up.title')}
      closeLabel={text('system.close')}
    >
      {shown !== undefined && <StepUpSteps request={shown} onProven={finish} onLeave={sheet.close} />}
    </Sheet>
  );
}

/** Resolves on the history event: only then is the page back where the step-up was requested, and may continue. */
function useRequestSheet(request: StepUpRequest | undefined) {
  const sheet = useSheet('step-up');
  const phase = useRef<'idle' | 'opening' | 'open'>('idle');
  const proven = useRef<bigint>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what opens and closes is new with every drawing; these two decide.
  useEffect(() => {
    if (request === undefined) phase.current = 'idle';
    else if (sheet.isOpen) phase.current = 'open';
    else if (phase.current === 'idle') {
      phase.current = 'opening';
      sheet.open();
    } else if (phase.current === 'open') {
      const challenge = proven.current;
      proven.current = undefined;
      if (challenge === undefined) request.givenUp();
      else request.proven(challenge);
    }
  }, [request, sheet.isOpen]);
  const finish = (challenge: bigint) => {
    proven.current = challenge;
    sheet.close();
  };
  return { sheet, finish };
}

/** Longer than the closing animation of a sheet. */
const GONE_MS = 1_000;

/** Keeps the request on the sheet during its closing animation. */
function useLast(request: StepUpRequest | undefined): StepUpRequest | undefined {
  const [last, setLast] = useState(request);
  if (request !== undefined && request !== last) setLast(request);
  useEffect(() => {
    if (request !== undefined) return undefined;
    const timer = setTimeout(() => setLast(undefined), GONE_MS); // It may hold a password.
    return () => clearTimeout(timer);
  }, [request]);
  return last;
}

/** Action about to be confirmed, so that no user confirms anything else than intended. */
const ACTIONS: Partial<Record<CodePurpose, TextKey>> = {
  password: 'security.step_up.for.password',
  mobile: 'security.step_up.for.mobile',
  trade_password: 'security.step_up.for.trade_password',
  authenticator: 'security.step_up.for.authenticator',
  passkey: 'security.step_up.for.passkey',
  phrase: 'security.step_up.for.phrase',
  withdraw: 'security.step_up.for.withdraw',
  close: 'security.step_up.for.close',
  data: 'security.step_up.for.data',
  payee: 'security.step_up.for.payee',
};

type Props = { request: StepUpRequest; onProven: (challenge: bigint) => void; onLeave: () => void };

/** Starts the challenge and leads through its groups; an answer that arrives too late restarts it. */
function StepUpSteps({ request, onProven, onLeave }: Props) {
  const text = useText();
  const started = useChallenge(request);
  const action = ACTIONS[request.route.stepUp?.codePurpose ?? 'register'];
  return (
    <div className="flex min-h-56 flex-col pb-2">
      {action !== undefined && <p className="mb-4 text-ink-2">{text(action)}</p>}
      {started.isPending && <Starting />}
      {started.isError && <NotStarted error={started.error} retry={() => void started.refetch()} onLeave={onLeave} />}
      {started.isSuccess && (
        <Groups
          key={String(started.data.challenge)}
          started={started.data}
          onProven={onProven}
          restart={() => void started.refetch()}
        />
      )}
    </div>
  );
}

type GroupsProps = { started: Challenge; onProven: Props['onProven']; restart: () => void };

function Groups({ started, onProven, restart }: GroupsProps) {
  const text = useText();
  const [challenge, setChallenge] = useState(started);
  const isExpired = useCountdown(challenge.expires_at, 1_000) === 0;
  const { done, count, factors } = planOf(challenge, hasPasskeys());
  const go = (next: Challenge) => {
    if (next.is_enough) onProven(next.challenge);
    else setChallenge(next);
  };
  if (isExpired) {
    const again = { label: text('security.step_up.again'), go: restart };
    const message = { title: text('security.step_up.expired'), text: text('security.step_up.expired.text') };
    return <ErrorPanel {...message} retry={again} />;
  }
  return (
    <>
      {count > 1 && (
        <div className="mb-4">
          <Steps count={count} done={done + 1} label={text('security.step', { step: done + 1, count })} />
        </div>
      )}
      <StepUpFactor key={done} challenge={challenge} factors={factors} onProgress={go} />
    </>
  );
}

type NotStartedProps = { error: unknown; retry: () => void; onLeave: () => void };

function NotStarted({ error, retry, onLeave }: NotStartedProps) {
  const text = useText();
  if (error instanceof CallRefused && error.code === 'trade_password_missing') return <NoTradePassword />;
  if (error instanceof CallRefused && error.code !== 'too_many_requests')
    return (
      <Empty title={describeFailure(error, text)} action={<Button onClick={onLeave}>{text('system.close')}</Button>} />
    );
  const again = { label: text('system.retry'), go: retry };
  return <ErrorPanel title={text('system.load.failed')} text={describeFailure(error, text)} retry={again} />;
}

/** Replaces the sheet in history, so that back leads to the page and not to the sheet. */
function NoTradePassword() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ tone: 'primary' })} to="/pages/setting/payPassword" replace>
      {text('security.step_up.missing.action')}
    </Link>
  );
  return (
    <Empty title={text('security.step_up.missing')} text={text('security.step_up.missing.text')} action={action} />
  );
}

const Starting = () => (
  <Delayed>
    <Skeleton className="h-4 w-28" />
    <Skeleton className="mt-2 h-13 w-full rounded-control" />
    <Skeleton className="mt-8 h-12 w-full rounded-control" />
  </Delayed>
);
