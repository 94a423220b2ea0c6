import { type CaseLevel, type Picture, stepsToFix } from '@app/domain/kyc';
import { Button, buttonClass, Delayed, Empty, ErrorPanel, NavBar, Page, ResultView, Skeleton, Steps } from '@app/ui';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useDraft } from '../../../data/app/draft.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { type Identity, type LevelStatus, levelOf, nextLevel, useIdentity } from '../levels/identity.ts';
import {
  type Basis,
  type CaptureForm,
  callOf,
  firstStep,
  formFrom,
  isCaptureForm,
  isStepDone,
  NOTHING_KEPT,
  pictureOfStep,
  stepsOf,
  type WizardStep,
} from './capture-form.ts';
import { DetailsStep, DocumentStep } from './detail-steps.tsx';
import { PictureStep } from './picture-step.tsx';
import { ReviewStep } from './review-step.tsx';
import { isGone, SendProblem, useSend } from './send.tsx';
import { forgetPictures } from './sent-pictures.ts';

const STATUS_PATH = '/pages/setting/real_mark';

/** /pages/setting/real; `?level=` is 1 or 2, without it the next one; `?step=` begins there. */
export default function CaptureScreen() {
  const text = useText();
  const [search] = useSearchParams();
  const { data, error, retry } = useIdentity();
  const back = { label: text('system.back'), go: useBack(STATUS_PATH) };
  const bar = <NavBar title={text('kyc.capture.title')} back={back} />;
  if (data === undefined)
    return (
      <Page bar={bar}>
        <div className="px-gutter pt-2">
          {error === null ? (
            <Delayed>
              <Skeleton className="h-1 w-full" />
              <Skeleton className="mt-6 h-40 w-full rounded-card" />
            </Delayed>
          ) : (
            <ErrorPanel
              title={text('system.load.failed')}
              text={describeFailure(error, text)}
              retry={{ label: text('system.retry'), go: retry }}
            />
          )}
        </div>
      </Page>
    );
  const status = askedLevel(search.get('level'), data.identity);
  return <Capture key={status.level} status={status} identity={data.identity} bar={bar} />;
}

/** Returns the level that a link names, else the next one. */
function askedLevel(asked: string | null, identity: Identity): LevelStatus {
  const named = asked === '1' || asked === '2' ? levelOf(identity, Number(asked) as CaseLevel) : undefined;
  const status = named ?? nextLevel(identity) ?? identity.levels.at(-1);
  if (status === undefined) throw new Error('the server knows no level');
  return status;
}

type CaptureProps = { status: LevelStatus; identity: Identity; bar: ReactNode };

/** The form, or why there is none now. A case that was just sent stays on its result. */
function Capture({ status, identity, bar }: CaptureProps) {
  const [isSent, setSent] = useState(false);
  if (isSent) return <Sent />;
  const why = whyNot(status, identity);
  return why === undefined ? <Wizard status={status} onSent={() => setSent(true)} /> : <NotNow bar={bar} why={why} />;
}

function whyNot({ level, state }: LevelStatus, identity: Identity): 'under_review' | 'verified' | 'level' | undefined {
  if (state === 'under_review' || state === 'verified') return state;
  return level === 2 && identity.level < 1 ? 'level' : undefined;
}

function NotNow({ bar, why }: { bar: ReactNode; why: 'under_review' | 'verified' | 'level' }) {
  const text = useText();
  const action = (
    <Link className={buttonClass({ tone: 'primary' })} to={STATUS_PATH} replace>
      {text('kyc.capture.to_status')}
    </Link>
  );
  return (
    <Page bar={bar}>
      <Empty title={text(`kyc.capture.not.${why}`)} action={action} />
    </Page>
  );
}

function Sent() {
  const text = useText();
  const navigate = useNavigate();
  const leave = () => void navigate(STATUS_PATH, { replace: true });
  return (
    <Page bar={<NavBar title={text('kyc.capture.title')} back={{ label: text('system.back'), go: leave }} />}>
      <div className="px-gutter pt-6">
        <ResultView
          kind="ok"
          title={text('kyc.capture.done')}
          text={text('kyc.capture.done.text')}
          actions={
            <Button tone="primary" onClick={leave}>
              {text('kyc.capture.to_status')}
            </Button>
          }
        />
      </div>
    </Page>
  );
}

/** State of the form, the step and the sending. The draft ends with the tab and has no picture, only ids of uploads. */
function useWizard(status: LevelStatus, onSent: () => void) {
  const { level, kept, document, reasons } = status;
  const [search, setSearch] = useSearchParams();
  const [form, setForm, clear] = useDraft(`kyc:${level}:${status.decided_at ?? 0}`, formFrom(status), isCaptureForm);
  const basis: Basis = { level, kept: kept ?? NOTHING_KEPT, keptDocument: document };
  const [step, setStep] = useState(() => firstStep(search.get('step'), form, { basis, reasons }));
  const steps = stepsOf(level, form);
  const sending = useSend(() => {
    clear();
    forgetPictures(level);
    onSent();
  });
  const go = (to: WizardStep | undefined) => {
    if (to === undefined) return;
    setStep(to);
    setSearch({ level: String(level), step: to }, { replace: true });
  };
  const change = (next: CaptureForm) => {
    sending.reset();
    setForm(next);
  };
  const keepPicture = (picture: Picture, id: string) => {
    sending.reset();
    setForm((before) => ({ ...before, pictures: { ...before.pictures, [picture]: id } }));
  };
  /** Uploads that are not used within a day are deleted; which one is missing is not told. */
  const dropPictures = () => {
    forgetPictures(level);
    setForm((before) => ({ ...before, pictures: {} }));
  };
  const toFix = stepsToFix(reasons);
  /** After a rejection, only steps that are not done yet come next. */
  const following = steps.slice(steps.indexOf(step) + 1);
  const next =
    toFix.length === 0 ? following[0] : following.find((it) => it === 'review' || !isStepDone(it, form, basis));
  return {
    form,
    change,
    keepPicture,
    basis,
    steps,
    step,
    go,
    next,
    sending,
    send: () => sending.mutate(callOf(form, basis), { onError: (error) => isGone(error) && dropPictures() }),
  };
}

function Wizard({ status, onSent }: { status: LevelStatus; onSent: () => void }) {
  const text = useText();
  const leave = useBack(STATUS_PATH);
  const wizard = useWizard(status, onSent);
  const { form, basis, steps, step, sending } = wizard;
  const at = steps.indexOf(step);
  const picture = pictureOfStep(step);
  const isDone = isStepDone(step, form, basis);
  const back = { label: text('system.back'), go: () => (at === 0 ? leave() : wizard.go(steps[at - 1])) };
  const action = (
    <Button
      tone="primary"
      size="large"
      wide
      blocked={!isDone}
      aria-disabled={!isDone}
      busy={sending.isPending}
      onClick={() => {
        if (!isDone) return;
        if (step === 'review') wizard.send();
        else wizard.go(wizard.next);
      }}
    >
      {text(isDone ? (step === 'review' ? 'kyc.capture.send' : 'kyc.capture.continue') : missingOf(step))}
    </Button>
  );
  return (
    <Page bar={<NavBar title={stepName(step, status.level, text)} back={back} />} foot={action}>
      <div className="flex flex-col gap-5 px-gutter pt-1 pb-4">
        <Steps
          count={steps.length}
          done={at + 1}
          label={text('kyc.capture.step', { step: at + 1, count: steps.length })}
        />
        {step === 'document' && <DocumentStep form={form} change={wizard.change} basis={basis} />}
        {step === 'details' && <DetailsStep form={form} change={wizard.change} basis={basis} />}
        {picture !== undefined && (
          <PictureStep key={picture} picture={picture} form={form} basis={basis} keep={wizard.keepPicture} />
        )}
        {step === 'review' && (
          <>
            <ReviewStep form={form} basis={basis} go={wizard.go} />
            <SendProblem error={sending.error} />
          </>
        )}
      </div>
    </Page>
  );
}

const stepName = (step: WizardStep, level: CaseLevel, text: ReturnType<typeof useText>): string =>
  step === 'details' ? text(`kyc.part.details.${level}`) : text(`kyc.part.${step}`);

function missingOf(step: WizardStep) {
  if (step === 'document') return 'kyc.capture.missing.document';
  return step === 'details' ? 'kyc.capture.missing.details' : 'kyc.capture.missing.photo';
}
