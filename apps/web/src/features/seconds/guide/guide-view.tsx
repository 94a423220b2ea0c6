import { CoachMark, Dialog, showToast } from '@app/ui';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { notePractised } from '../../../data/account/practised.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useDemoQuestion, useGuideFromAddress, useGuideMode } from '../../../data/session/demo-guide.ts';
import { useSession } from '../../../data/session/session.ts';
import { useOpenBets } from '../bets/open-bets.ts';
import { GUIDE_STEPS, type GuideStep, nextStep, numberOf, previousStep, stepAfter } from './guide-steps.ts';

/** Runs the guided first bet, in demo mode; the URL asks for it by `?guide=1`. */
export function Guide() {
  const mode = useGuideMode();
  const { end } = useGuideFromAddress();
  if (mode === undefined) return null;
  return mode === 'real' ? <ToDemo /> : <Steps end={end} />;
}

function ToDemo() {
  const text = useText();
  const texts = {
    title: text('seconds.guide.real.title'),
    stay: text('seconds.guide.real.stay'),
    go: text('seconds.guide.real.go'),
  };
  const question = useDemoQuestion(texts, (error) => showToast(describeFailure(error, text), 'error'));
  return <Dialog {...question}>{text('seconds.guide.real.text')}</Dialog>;
}

type Run = { readonly step: GuideStep; readonly open: number };

/** Shows five cards beside what they explain; hidden while a sheet is open. */
function Steps({ end }: { end: () => void }) {
  const text = useText();
  const user = useSession((session) => session.user?.id ?? '');
  const open = useOpenBets().data?.length;
  const { state } = useLocation();
  const [run, setRun] = useState<Run>();
  if (open !== undefined && run === undefined) setRun({ step: 'length', open });
  else if (open !== undefined && run !== undefined && open !== run.open)
    setRun({ step: stepAfter(run.step, run.open, open), open });
  const isBehindSheet = (state as { sheet?: string } | null)?.sheet !== undefined; // Written by the sheets.
  if (run === undefined || isBehindSheet) return null;
  const { step } = run;
  const go = (to: GuideStep) => setRun({ ...run, step: to });
  const previous = previousStep(step);
  const isLast = step === 'open';
  const finish = () => {
    notePractised(user);
    end();
  };
  return (
    <CoachMark
      target={step}
      title={text(`seconds.guide.${step}.title`)}
      text={text(`seconds.guide.${step}.text`)}
      place={text('seconds.guide.place_of', { n: numberOf(step), of: GUIDE_STEPS.length })}
      back={previous && { label: text('seconds.guide.back'), go: () => go(previous) }}
      next={{
        label: text(isLast ? 'seconds.guide.done' : 'seconds.guide.next'),
        go: isLast ? finish : () => go(nextStep(step)),
      }}
      skip={{ label: text('seconds.guide.skip'), go: end }}
    />
  );
}
