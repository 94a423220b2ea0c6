import type { CodePurpose } from '@app/protocol';
import { Button, buttonClass, Delayed, Empty, ErrorPanel, Skeleton, Steps } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { type TextKey, useText } from '../../../data/app/texts.ts';
import { CallRefused } from '../../../data/call/call-refused.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useCountdown } from '../../../data/call/server-clock.ts';
import type { StepUpRequest } from '../../../data/session/step-up-question.ts';
import { hasPasskeys } from '../factor/passkey-login.ts';
import { type Challenge, useChallenge } from './step-up.ts';
import { StepUpFactor } from './step-up-factor.tsx';
import { planOf } from './step-up-plan.ts';

/** Action about to be confirmed, so that no user confirms anything else than intended. */
const ACTIONS: Partial<Record<CodePurpose, TextKey>> = {
  password: 'security.step_up.for.password',
  mobile: 'security.step_up.for.mobile',
  trade_password: 'security.step_up.for.trade_password',
  authenticator: 'security.step_up.for.authenticator',
  passkey: 'security.step_up.for.passkey',
  phrase: 'security.step_up.for.phrase',
  withdraw: 'security.step_up.for.withdraw',
};

type Props = { request: StepUpRequest; onProven: (challenge: bigint) => void; onLeave: () => void };

/** Starts the challenge and leads through its groups; an answer that arrives too late restarts it. */
export function StepUpSteps({ request, onProven, onLeave }: Props) {
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
