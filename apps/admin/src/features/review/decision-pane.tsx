import { CallRefused } from '@app/client/call';
import {
  CAPTURE_STEPS,
  type Check,
  checksOf,
  type Outcome,
  REJECTION_STEP,
  type RejectionReason,
} from '@app/domain/kyc';
import { payloadText } from '@app/domain/staff';
import * as routes from '@app/protocol/staff';
import { Dialog, Icon, Key } from '@app/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../data/call.ts';
import { useLook } from '../../data/look.ts';
import { type CaseRow, type OpenedCase, useMe } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { Who } from '../../parts/person.tsx';
import { failureText, ReasonDialog } from '../../parts/reason-dialog.tsx';

/** Renders the checklist, the reasons and the decision of a case that the caller holds. */
export function DecisionPane({ opened }: { opened: OpenedCase }) {
  const say = useSay();
  const { level } = opened.case;
  const checks = checksOf(level);
  const [done, setDone] = useState<readonly Check[]>([]);
  const [reasons, setReasons] = useState<readonly RejectionReason[]>([]);
  const [asked, setAsked] = useState<Outcome>();
  const [hint, setHint] = useState('');
  const pane = useRef<HTMLDivElement>(null);
  const isComplete = done.length === checks.length;

  const focus = (selector: string) => pane.current?.querySelector<HTMLElement>(selector)?.focus();
  const move = (by: number) => {
    const items = [...(pane.current?.querySelectorAll<HTMLElement>('.d-check') ?? [])];
    const at = items.findIndex((item) => item.matches(':focus'));
    items[Math.max(0, Math.min(items.length - 1, at + by))]?.focus();
  };
  const approve = () => {
    if (isComplete) return setAsked('approved');
    setHint(say('review.needs_checks', { done: done.length, count: checks.length }));
    focus('[data-check][aria-pressed="false"]');
  };
  const reject = () => {
    if (reasons.length > 0) return setAsked('rejected');
    setHint(say('review.needs_reason'));
    focus('[data-reason]');
  };
  const mark = () => {
    const { activeElement: item } = document;
    if (item instanceof HTMLElement && item.matches('.d-check')) item.click();
  };
  useKeys({ j: () => move(1), k: () => move(-1), x: mark, a: approve, r: reject });

  return (
    <div ref={pane} className="flex min-h-full flex-col">
      <div className="d-title">
        <h2>{say('review.checklist')}</h2>
        <small>{say('review.of', { done: done.length, count: checks.length })}</small>
      </div>
      <div className="d-px grid">
        {checks.map((check) => (
          <button
            key={check}
            type="button"
            aria-pressed={done.includes(check)}
            data-check
            className="d-check"
            onClick={() => {
              setDone(toggled(done, check));
              setHint('');
            }}
          >
            <i className="d-check__box">{done.includes(check) && <Icon name="check" size={12} />}</i>
            {say(`check.${check}`)}
          </button>
        ))}
      </div>
      <Reasons
        opened={opened}
        chosen={reasons}
        onChange={(next) => {
          setReasons(next);
          setHint('');
        }}
      />
      <div className="d-decision d-px">
        <p role="status" className="font-normal text-ink-3">
          {hint === '' ? say('review.effect', { level }) : hint}
        </p>
        <div className="grid grid-cols-2 gap-2">
          <button
            type="button"
            className={isComplete && reasons.length === 0 ? 'd-btn d-btn--tall d-btn--primary' : 'd-btn d-btn--tall'}
            aria-disabled={!isComplete}
            onClick={approve}
          >
            {say('review.approve')}
            <Key>a</Key>
          </button>
          <button
            type="button"
            className={reasons.length > 0 ? 'd-btn d-btn--tall d-btn--danger' : 'd-btn d-btn--tall'}
            aria-disabled={reasons.length === 0}
            onClick={reject}
          >
            {say('review.reject')}
            <Key>r</Key>
          </button>
        </div>
      </div>
      {asked !== undefined && (
        <Confirm opened={opened} outcome={asked} checks={done} reasons={reasons} onClose={() => setAsked(undefined)} />
      )}
    </div>
  );
}

const toggled = <Value,>(values: readonly Value[], value: Value): readonly Value[] =>
  values.includes(value) ? values.filter((it) => it !== value) : [...values, value];

type ReasonsProps = {
  opened: OpenedCase;
  chosen: readonly RejectionReason[];
  onChange: (reasons: readonly RejectionReason[]) => void;
};

/** Lists the reasons by what they are about, and the chosen ones as the user will read them. */
function Reasons({ opened, chosen, onChange }: ReasonsProps) {
  const say = useSay();
  const hasBack = opened.pictures.some(({ part }) => part === 'reverse_pic');
  const steps = CAPTURE_STEPS.filter((step) => step !== 'back' || hasBack);
  const ofStep = (wanted: string) => opened.reasons.filter(({ code }) => REJECTION_STEP[code] === wanted);
  const texts = opened.reasons.filter(({ code }) => chosen.includes(code));
  return (
    <>
      <div className="d-title d-cut mt-2">
        <h2>{say('review.reasons')}</h2>
        <small>{say('review.reasons_about')}</small>
      </div>
      {steps.map((step) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as these rows are.
        <div key={step} role="group" aria-label={say(`step.${step}`)} className="d-px grid pb-1">
          <span className="d-check__group">{say(`step.${step}`)}</span>
          {ofStep(step).map(({ code }) => (
            <button
              key={code}
              type="button"
              aria-pressed={chosen.includes(code)}
              data-reason
              className="d-check"
              onClick={() => onChange(toggled(chosen, code))}
            >
              <i className="d-check__box">{chosen.includes(code) && <Icon name="check" size={12} />}</i>
              {say(`reason.${code}`)}
            </button>
          ))}
        </div>
      ))}
      {texts.length > 0 && <UserReads opened={opened} reasons={texts} />}
    </>
  );
}

/** Shows reasons in the user's language, with English below where that is another one. */
function UserReads({ opened, reasons }: { opened: OpenedCase; reasons: OpenedCase['reasons'] }) {
  const say = useSay();
  return (
    <div className="d-px grid gap-2 py-3">
      <span className="flex justify-between font-normal text-ink-3">
        {say('review.user_reads')}
        <span>{say(`review.language.${languageKey(opened.language)}`)}</span>
      </span>
      {reasons.map(({ code, text, english }) => (
        <p key={code} className="d-quote">
          {text}
          {text !== english && (
            <small lang="en" className="block pt-1 text-ink-3">
              {english}
            </small>
          )}
        </p>
      ))}
    </div>
  );
}

const LANGUAGES = ['en', 'zh', 'hk', 'ida', 'jp', 'kor', 'spa', 'th', 'tur', 'vi'] as const;
const languageKey = (code: string) => LANGUAGES.find((it) => it === code) ?? 'en';

type ConfirmProps = {
  opened: OpenedCase;
  outcome: Outcome;
  checks: readonly Check[];
  reasons: readonly RejectionReason[];
  onClose: () => void;
};

/** Asks once more, with what the decision changes. Enter in the note decides. */
function Confirm({ opened, outcome, checks, reasons, onClose }: ConfirmProps) {
  const say = useSay();
  const noteId = useId();
  const untilId = useId();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [until, setUntil] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const isApproval = outcome === 'approved';
  const { id, level } = opened.case;

  const decide = async () => {
    if (isBusy) return;
    setBusy(true);
    setError('');
    try {
      await call(routes.decideCase, {
        id,
        outcome,
        checks: [...checks],
        reasons: isApproval ? [] : [...reasons],
        ...(isApproval && until !== '' && { valid_until: until }),
        ...(note.trim() !== '' && { note: note.trim() }),
      });
      onClose();
    } catch (failure) {
      setError(failureText(failure, say('failed.no_answer')));
      if (failure instanceof CallRefused && failure.code === 'identity_case_lost') onClose();
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: ['cases'] });
    }
  };
  const onEnter = (event: { key: string }) => event.key === 'Enter' && void decide();
  return (
    <Dialog
      open
      title={say(isApproval ? 'review.ask_approve' : 'review.ask_reject', { level })}
      safe={{ label: say('frame.cancel'), go: onClose }}
      act={{
        label: say(isApproval ? 'review.approve' : 'review.reject'),
        go: () => void decide(),
        tone: isApproval ? 'primary' : 'danger',
        busy: isBusy,
      }}
    >
      <div className="grid gap-3 text-left">
        {isApproval ? (
          <p>{say('review.approve_text', { level })}</p>
        ) : (
          <ul className="grid gap-1">
            {opened.reasons
              .filter(({ code }) => reasons.includes(code))
              .map(({ code, text }) => (
                <li key={code}>{text}</li>
              ))}
          </ul>
        )}
        <label className="d-label" htmlFor={noteId}>
          {say('review.note')}
          <input
            id={noteId}
            className="d-input"
            value={note}
            maxLength={500}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={onEnter}
          />
        </label>
        {isApproval && (
          <label className="d-label" htmlFor={untilId}>
            {say('review.valid_until')}
            <input
              id={untilId}
              type="date"
              className="d-input"
              value={until}
              min={new Date().toISOString().slice(0, 10)}
              onChange={(event) => setUntil(event.target.value)}
              onKeyDown={onEnter}
            />
          </label>
        )}
        {error !== '' && (
          <p role="alert" className="text-danger">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** Says why a case that waits cannot be decided here: someone else holds it, nobody does, or the caller lost it. */
export function WaitingPane({ row, isLost }: { row: CaseRow; isLost: boolean }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  return (
    <>
      <div className="d-title">
        <h2>{say('review.decision')}</h2>
      </div>
      {isLost && (
        <p role="alert" className="d-alert mx-5 mb-3">
          <Icon name="warn" size={16} />
          {say('review.lost')}
        </p>
      )}
      <p className="d-px font-normal text-ink-2">
        {row.held_by === null ? (
          say('review.held_by_nobody')
        ) : (
          <>
            <Who name={`staff:${row.held_by}`} />{' '}
            {say('review.holds_until', { time: momentText(row.held_until ?? 0, language) })}
          </>
        )}
      </p>
      <p className="d-px py-3 font-normal text-ink-3">{say('review.why_next')}</p>
    </>
  );
}

/** Shows what was decided, and offers the override of a rejection, which a second person must sign. */
export function DecidedPane({ opened, row }: { opened: OpenedCase; row: CaseRow }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  // The page may have been opened before the decision, so its end is read again without the case.
  const latest = opened.decisions.filter(({ case_id: id }) => id === row.id).at(-1);
  return (
    <>
      <div className="d-title">
        <h2>{say('review.decision')}</h2>
        <small>{row.decided_at !== null && momentText(row.decided_at, language)}</small>
      </div>
      <p className={row.state === 'verified' ? 'd-px flex items-center gap-2 text-ok' : 'd-px flex items-center gap-2'}>
        <Icon name={row.state === 'verified' ? 'check-circle' : 'info'} size={16} />
        {say(`review.state.${row.state}`)}
      </p>
      {latest !== undefined && latest.reasons.length > 0 && (
        <UserReads opened={opened} reasons={opened.reasons.filter(({ code }) => latest.reasons.includes(code))} />
      )}
      <Override row={row} mayBe={row.state === 'rejected' && (latest === undefined || opened.may_be_overridden)} />
      <p className="d-px py-3 font-normal text-ink-3">{say('review.why_next')}</p>
    </>
  );
}

function Override({ row, mayBe }: { row: CaseRow; mayBe: boolean }) {
  const say = useSay();
  const me = useMe();
  const go = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const subject = `case:${row.id}`;
  const { data } = useQuery({
    queryKey: ['changes', 'waiting', subject],
    queryFn: () => call(routes.listChanges, { state: 'waiting', subject, limit: 1 }),
    enabled: mayBe,
  });
  const waiting = data?.list[0];
  if (!mayBe || data === undefined) return null;
  const propose = async (reason: string) => {
    const payload = payloadText({ case_id: String(row.id) });
    const { id } = await call(routes.proposeChange, { kind: 'kyc.override', payload, reason });
    await queries.invalidateQueries({ queryKey: ['changes'] });
    await go(`/changes?id=${id}`);
  };
  if (waiting !== undefined)
    return (
      <div className="d-px pt-4">
        <button type="button" className="d-btn" onClick={() => void go(`/changes?id=${waiting.id}`)}>
          {say('review.override_waits')}
        </button>
      </div>
    );
  if (!me.roles.includes('identity')) return null;
  return (
    <div className="d-px grid gap-2 pt-4">
      <p className="font-normal text-ink-3">{say('review.override_about')}</p>
      <button type="button" className="d-btn justify-self-start" onClick={() => setAsking(true)}>
        <Icon name="passkey" size={16} />
        {say('review.override')}
      </button>
      <ReasonDialog
        open={isAsking}
        title={say('review.override')}
        act={say('review.override_act')}
        onClose={() => setAsking(false)}
        onAct={propose}
      >
        <p>{say('review.override_about')}</p>
      </ReasonDialog>
    </div>
  );
}
