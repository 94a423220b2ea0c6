import { CoachMark, Dialog, showToast } from '@app/ui';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useOpenDeals } from '../../../data/account/deals.ts';
import { notePractised } from '../../../data/account/practised.ts';
import { useTransferFunds } from '../../../data/account/transfer-funds.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useDemoQuestion, useGuideFromAddress, useGuideMode } from '../../../data/session/demo-guide.ts';
import { useSession } from '../../../data/session/session.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';
import { moneyText } from '../positions/deal-texts.ts';
import { REFILL_PATH } from '../trade/form-actions.tsx';
import {
  fundingFrom,
  GUIDE_STEPS,
  type GuideFacts,
  type GuideStep,
  nextStep,
  numberOf,
  previousStep,
  stepAfter,
  stepAtStart,
} from './guide-steps.ts';

/** Runs the guided first position, in demo mode; the URL asks for it by `?guide=1`. */
export function Guide({ hasSize }: { hasSize: boolean }) {
  const mode = useGuideMode();
  const { end } = useGuideFromAddress();
  if (mode === undefined) return null;
  return mode === 'real' ? <ToDemo /> : <Steps hasSize={hasSize} end={end} />;
}

function ToDemo() {
  const text = useText();
  const texts = {
    title: text('contract.guide.real.title'),
    stay: text('contract.guide.real.stay'),
    go: text('contract.guide.real.go'),
  };
  const question = useDemoQuestion(texts, (error) => showToast(describeFailure(error, text), 'error'));
  return <Dialog {...question}>{text('contract.guide.real.text')}</Dialog>;
}

type Run = { readonly step: GuideStep; readonly facts: GuideFacts; readonly openAtStart: number };

/** Shows six cards beside what they explain; hidden while a sheet is open. */
function Steps({ hasSize, end }: { hasSize: boolean; end: () => void }) {
  const text = useText();
  const user = useSession((session) => session.user?.id ?? '');
  const { state } = useLocation();
  const { run, go } = useRun(hasSize);
  const fund = useFund(() => go('leverage'));
  const isBehindSheet = (state as { sheet?: string } | null)?.sheet !== undefined; // Written only by use-sheet.ts.
  if (run === undefined || isBehindSheet) return null;
  const { step, facts } = run;
  const previous = previousStep(step, facts);
  const finish = () => {
    notePractised(user);
    end();
  };
  const next = { label: text('contract.guide.next'), go: () => go(nextStep(step)) };
  const last = { label: text('contract.guide.done'), go: finish };
  return (
    <CoachMark
      target={step === 'fund' ? 'place' : step}
      title={text(`contract.guide.${step}.title`)}
      text={text(`contract.guide.${step}.text`)}
      place={text('contract.guide.place_of', { n: numberOf(step), of: GUIDE_STEPS.length })}
      back={previous && { label: text('contract.guide.back'), go: () => go(previous) }}
      next={step === 'fund' ? fund : step === 'positions' ? last : next}
      skip={{ label: text('contract.guide.skip'), go: end }}
    />
  );
}

/** Returns the current step, which follows what the user does; undefined until the account is known. */
function useRun(hasSize: boolean) {
  const open = useOpenDeals().data?.length;
  const list = useBalances().data?.list;
  const [run, setRun] = useState<Run>();
  if (open !== undefined && list !== undefined) {
    const hasFunds = availableIn(list, 'contract', MARGIN_CURRENCY) > 0n;
    const facts = { hasFunds, hasSize, isOpened: open > (run?.openAtStart ?? open) };
    if (run === undefined) setRun({ step: stepAtStart(facts), facts, openAtStart: open });
    else if (!isSame(facts, run.facts)) setRun({ ...run, step: stepAfter(run.step, run.facts, facts), facts });
  }
  return { run, go: (step: GuideStep) => setRun((now) => now && { ...now, step }) };
}

const isSame = (a: GuideFacts, b: GuideFacts) =>
  a.hasFunds === b.hasFunds && a.hasSize === b.hasSize && a.isOpened === b.isOpened;

/** Returns the button that moves practice money to contracts; without any it leads to the page that refills it. */
function useFund(onDone: () => void) {
  const text = useText();
  const navigate = useNavigate();
  const list = useBalances().data?.list ?? [];
  const { mutate, isPending } = useTransferFunds(onDone);
  const funding = fundingFrom(list);
  if (funding === undefined) return { label: text('contract.go.refill'), go: () => void navigate(REFILL_PATH) };
  const fail = (error: Error) => showToast(describeFailure(error, text), 'error');
  return {
    label: text('contract.guide.fund.go', { amount: `${moneyText(funding.amount)} ${funding.currency}` }),
    busy: isPending,
    go: () => mutate(funding, { onError: fail }),
  };
}
