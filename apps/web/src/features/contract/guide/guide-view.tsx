import { CoachMark, Dialog, showToast } from '@app/ui';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useOpenDeals } from '../../../data/account/deals.ts';
import { notePractised } from '../../../data/account/practised.ts';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSession } from '../../../data/session/session.ts';
import {
  GUIDE_STEPS,
  type GuideFacts,
  type GuideStep,
  nextStep,
  numberOf,
  previousStep,
  stepAfter,
} from './guide-steps.ts';

/** Runs the guided first position, in demo mode; the URL asks for it by `?guide=1`. */
export function Guide({ hasSize }: { hasSize: boolean }) {
  const mode = useSession(({ user }) => user?.book);
  const end = useEnd();
  if (mode === undefined) return <LogInFirst />;
  return mode === 'real' ? <ToDemo end={end} /> : <Steps hasSize={hasSize} end={end} />;
}

/** Returns a function that removes the request from the URL. */
function useEnd(): () => void {
  const [, setFields] = useSearchParams();
  const without = (all: URLSearchParams) => new URLSearchParams([...all].filter(([name]) => name !== 'guide'));
  return () => setFields(without, { replace: true });
}

function LogInFirst() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    void navigate(loginWithReturn(`${pathname}${search}`), { replace: true });
  }, [navigate, pathname, search]);
  return null;
}

/** Confirms the switch to demo mode, which never happens without the user's consent. */
function ToDemo({ end }: { end: () => void }) {
  const text = useText();
  const { mutate, isPending } = useChangeMode();
  const go = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  return (
    <Dialog
      open
      title={text('contract.guide.real.title')}
      safe={{ label: text('contract.guide.real.stay'), go: end }}
      act={{ label: text('contract.guide.real.go'), go, busy: isPending }}
    >
      {text('contract.guide.real.text')}
    </Dialog>
  );
}

type Run = { readonly step: GuideStep; readonly facts: GuideFacts; readonly openAtStart: number };

/** Shows five cards beside what they explain; hidden while a sheet is open. */
function Steps({ hasSize, end }: { hasSize: boolean; end: () => void }) {
  const text = useText();
  const user = useSession((session) => session.user?.id ?? '');
  const open = useOpenDeals().data?.length;
  const { state } = useLocation();
  const [run, setRun] = useState<Run>();
  if (open !== undefined) {
    const facts = { hasSize, isOpened: open > (run?.openAtStart ?? open) };
    if (run === undefined) setRun({ step: 'leverage', facts, openAtStart: open });
    else if (facts.hasSize !== run.facts.hasSize || facts.isOpened !== run.facts.isOpened)
      setRun({ ...run, step: stepAfter(run.step, run.facts, facts), facts });
  }
  const isBehindSheet = (state as { sheet?: string } | null)?.sheet !== undefined; // Written only by use-sheet.ts.
  if (run === undefined || isBehindSheet) return null;
  const { step } = run;
  const go = (to: GuideStep) => setRun({ ...run, step: to });
  const previous = previousStep(step);
  const isLast = step === 'positions';
  const finish = () => {
    notePractised(user);
    end();
  };
  return (
    <CoachMark
      target={step}
      title={text(`contract.guide.${step}.title`)}
      text={text(`contract.guide.${step}.text`)}
      place={text('contract.guide.place_of', { n: numberOf(step), of: GUIDE_STEPS.length })}
      back={previous && { label: text('contract.guide.back'), go: () => go(previous) }}
      next={{
        label: text(isLast ? 'contract.guide.done' : 'contract.guide.next'),
        go: isLast ? finish : () => go(nextStep(step)),
      }}
      skip={{ label: text('contract.guide.skip'), go: end }}
    />
  );
}
