import { type CaptureStep, picturesOf, REJECTION_STEP, stepOfPicture, stepsToFix } from '@app/domain/kyc';
import { amountForSpeech, buttonClass, Facts, Icon, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../data/app/texts.ts';
import type { Level, LevelStatus } from './identity.ts';

type Props = {
  status: LevelStatus;
  /** Whether documents can be sent. */
  isOpen: boolean;
  /** What the level below allows, and this one. */
  before: Level | undefined;
  after: Level | undefined;
};

/** The level that is next: what it needs, how far its review is, or what to fix. */
export function LevelCard({ status, isOpen, before, after }: Props) {
  const text = useText();
  const { level, state } = status;
  return (
    <section className="card mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1">
        <h3 className="text-title">{text('kyc.status.level', { level })}</h3>
        <Times status={status} />
      </div>
      {state === 'under_review' && <UnderReview status={status} />}
      {state === 'rejected' && <Rejected status={status} />}
      {state === 'not_verified' && <Needed status={status} />}
      {before !== undefined && after !== undefined && state !== 'under_review' && (
        <Gain before={before} after={after} />
      )}
      {isOpen && state !== 'under_review' && (
        <Link
          className={`${buttonClass({ tone: 'primary', size: 'large', wide: true })} mt-4`}
          to={`/pages/setting/real?level=${level}`}
        >
          {state === 'rejected' ? text('kyc.status.resubmit') : text('kyc.status.start', { level })}
        </Link>
      )}
    </section>
  );
}

function Times({ status: { state, submitted_at, decided_at } }: { status: LevelStatus }) {
  const text = useText();
  const day = useDay();
  if (submitted_at === null || state === 'not_verified') return null;
  return (
    <span className="text-label text-ink-3">
      {state === 'rejected' && decided_at !== null
        ? text('kyc.status.decided', { sent: day(submitted_at), checked: day(decided_at) })
        : text('kyc.status.sent', { time: day(submitted_at) })}
    </span>
  );
}

function useDay(): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (ms) => format.format(ms);
}

const PHASES = ['sent', 'review', 'done'] as const;

/** Where the review is: sent, in review, done. */
function UnderReview({ status }: { status: LevelStatus }) {
  const text = useText();
  const faces = { sent: 'bg-brand text-ink-2', review: 'bg-warn text-warn', done: 'bg-line text-ink-3' };
  return (
    <>
      <ol className="mt-3 grid grid-cols-3 gap-1 text-micro">
        {PHASES.map((phase) => (
          <li key={phase} aria-current={phase === 'review' ? 'step' : undefined}>
            <i className={`block h-1 rounded-full ${faces[phase].split(' ')[0]}`} aria-hidden="true" />
            <span className={`mt-2 block ${faces[phase].split(' ')[1]}`}>{text(`kyc.status.phase.${phase}`)}</span>
          </li>
        ))}
      </ol>
      <hr className="my-3 border-line" />
      <Parts status={status} />
      <hr className="my-3 border-line" />
      <p className="font-medium">{text('kyc.status.notice')}</p>
      <p className="text-label text-ink-3">{text('kyc.status.usual')}</p>
    </>
  );
}

/** What to fix, each with what to do, and which parts are right. */
function Rejected({ status }: { status: LevelStatus }) {
  const text = useText();
  const { reasons, level } = status;
  return (
    <>
      <ul className="mt-3 flex flex-col gap-2">
        {reasons.map((code) => (
          <li key={code} className="note note--warn">
            <Icon name={isPhoto(REJECTION_STEP[code]) ? 'camera' : 'id-card'} size={20} />
            <span>
              <b className="block">{partName(REJECTION_STEP[code], level, text)}</b>
              {text(`kyc.reason.${code}`)}
            </span>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        <Parts status={status} />
      </div>
      <hr className="my-3 border-line" />
    </>
  );
}

const isPhoto = (step: CaptureStep): boolean => step === 'front' || step === 'back' || step === 'hand';

const partName = (step: CaptureStep, level: 1 | 2, text: ReturnType<typeof useText>): string =>
  step === 'details' ? text(`kyc.part.details.${level}`) : text(`kyc.part.${step}`);

/** The parts of a case, each marked as right or to be fixed. */
function Parts({ status: { level, document, reasons } }: { status: LevelStatus }) {
  const text = useText();
  const wrong = stepsToFix(reasons);
  const steps: CaptureStep[] = ['document', 'details', ...picturesOf(level, document ?? 'id_card').map(stepOfPicture)];
  return (
    <ul className="flex flex-col gap-2 text-label">
      {steps.map((step) => {
        const isWrong = wrong.includes(step);
        return (
          <li key={step} className={`flex items-center gap-2 ${isWrong ? 'text-ink' : 'text-ink-2'}`}>
            <span className={isWrong ? 'text-warn' : 'text-ok'}>
              <Icon name={isWrong ? 'close' : 'check'} size={16} />
            </span>
            {partName(step, level, text)}
            {isWrong && <span className="sr-only">{`: ${text('kyc.status.to_fix')}`}</span>}
          </li>
        );
      })}
    </ul>
  );
}

const NEEDS = { 1: ['document', 'photos'], 2: ['document', 'relative'] } as const;
const NEED_ICONS = { document: 'id-card', photos: 'camera', relative: 'users' } as const;

function Needed({ status: { level, ended } }: { status: LevelStatus }) {
  const text = useText();
  return (
    <>
      {ended !== null && (
        <p className="mt-2">
          <Tag tone="warn" icon="clock">
            {text(`kyc.status.ended.tag.${ended}`)}
          </Tag>
        </p>
      )}
      <ul className="mt-3 flex flex-col gap-2 text-label text-ink-2">
        {NEEDS[level].map((need) => (
          <li key={need} className="flex items-center gap-2">
            <Icon name={NEED_ICONS[need]} size={16} />
            {text(`kyc.status.need.${need}`)}
          </li>
        ))}
      </ul>
      <hr className="my-3 border-line" />
    </>
  );
}

/** What the level changes. */
function Gain({ before, after }: { before: Level; after: Level }) {
  const text = useText();
  const change = (from: Level['fiat_limit_usdt'], to: Level['fiat_limit_usdt'], currency: string): ReactNode => (
    <>
      <span className="text-ink-3">{amountForSpeech(from)} → </span>
      {`${amountForSpeech(to)} ${currency}`}
    </>
  );
  return (
    <Facts
      facts={[
        [text('kyc.status.withdraw'), change(before.withdraw_limit_btc, after.withdraw_limit_btc, 'BTC')],
        [text('kyc.status.fiat'), change(before.fiat_limit_usdt, after.fiat_limit_usdt, 'USDT')],
        [text('kyc.status.time'), text('kyc.status.time.text')],
      ]}
    />
  );
}
