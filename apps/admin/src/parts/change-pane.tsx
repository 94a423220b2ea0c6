import { CHANGES, partIn } from '@app/domain/staff';
import { Avatar, Icon, Tag } from '@app/ui';
import { useLook } from '../data/look.ts';
import { type Change, type Person, useChange, useMe, usePeople, usePersonOf, waitsFor } from '../data/queries.ts';
import { payloadOf } from '../data/settings.ts';
import { needsPasskey } from '../data/sign-change.ts';
import { sayValue, useSay } from '../data/texts.ts';
import { durationText, momentText } from '../lib/moments.ts';
import { ChangeDecision, type DecisionActs } from './change-decision.tsx';
import { Who } from './person.tsx';

/** Shows one change: who signed it, why it was made, who may sign it, and the caller's own decision at its foot. */
export function ChangePane({ id, ...acts }: DecisionActs & { id: string }) {
  const { data: change } = useChange(id);
  if (change === undefined) return null;
  return (
    <>
      <Heading change={change} />
      <Signatures change={change} />
      <Reason change={change} />
      {change.state === 'waiting' && <Signers change={change} />}
      {!needsPasskey(change) && <Course change={change} />}
      {change.state === 'waiting' && !change.is_expired && <ChangeDecision change={change} {...acts} />}
    </>
  );
}

function Heading({ change }: { change: Change }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const isOpen = change.state === 'waiting' && !change.is_expired;
  return (
    <div className="d-title">
      <h2>{say('change.title', { id: String(change.id) })}</h2>
      {isOpen ? (
        <small>{say('change.expires', { time: durationText(change.expires_at - Date.now(), language) })}</small>
      ) : (
        <Tag tone={change.state === 'executed' ? 'ok' : 'plain'}>
          {say(change.is_expired ? 'change.state.expired' : `change.state.${change.state}`)}
        </Tag>
      )}
    </div>
  );
}

function Signatures({ change }: { change: Change }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const personOf = usePersonOf();
  const me = useMe();
  const isMine = waitsFor(change, me.id);
  return (
    <ul className="d-px grid gap-2">
      {(['maker', 'checker'] as const).map((part) => {
        const signature = change.signatures.find(({ as }) => as === part);
        const person = signature && personOf(String(signature.staff_id));
        const isYou = signature === undefined && isMine && change.part === part;
        if (signature !== undefined)
          return (
            <li key={part} className="d-sig">
              <span className="d-sig__face">
                <Avatar seed={Number(signature.staff_id)} size={32} />
              </span>
              <b>{person?.name ?? String(signature.staff_id)}</b>
              <span className="flex items-center gap-1 text-ok">
                <Icon name="check" size={16} />
                {say('change.signed')}
              </span>
              <span>
                {say(`change.part.${part}`)} · {say(signature.by_passkey ? 'change.by_passkey' : 'change.by_session')}
              </span>
              <span className="text-right">{momentText(signature.at, language)}</span>
            </li>
          );
        return (
          <li key={part} className={isYou ? 'd-sig d-sig--you' : 'd-sig d-sig--open'}>
            <span className="d-sig__face">
              <Icon name="passkey" size={16} />
            </span>
            <b>{isYou ? say('change.you', { name: me.name }) : say('change.nobody')}</b>
            <span>{say('change.open')}</span>
            <span>{say(`change.part.${part}`)}</span>
            <span />
          </li>
        );
      })}
    </ul>
  );
}

function Reason({ change }: { change: Change }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  return (
    <>
      <div className="d-title">
        <h3>{say('change.why')}</h3>
        <small>
          <Who name={`staff:${change.made_by}`} />, {momentText(change.made_at, language)}
        </small>
      </div>
      <p className="d-quote mx-5">{change.reason}</p>
    </>
  );
}

/** Names everybody who may sign, and of the others with a role for it why they may not. */
function Signers({ change }: { change: Change }) {
  const say = useSay();
  const me = useMe();
  const { data } = usePeople();
  const { kind, editors, made_by: maker } = change;
  const { makers, checkers } = CHANGES[kind];
  const roles: readonly string[] = [...makers, ...checkers];
  const whyNot = (person: Person): string | undefined => {
    if (person.is_disabled) return say('signer.disabled');
    if (person.id === maker) return say('signer.made_it');
    if (editors.includes(person.id)) return say('signer.edited_it');
    return partIn({ kind, editors }, person) === 'checker' ? undefined : say('signer.role');
  };
  const shown = (data?.list ?? []).filter(
    (person) => editors.includes(person.id) || person.roles.some((role) => roles.includes(role)),
  );
  return (
    <>
      <div className="d-title">
        <h3>{say('change.who_can_sign')}</h3>
      </div>
      <ul className="d-px">
        {shown.map((person) => {
          const no = whyNot(person);
          const own = person.roles.map((role) => sayValue(say, 'role', role)).join(', ');
          return (
            <li key={String(person.id)} className={no === undefined ? 'd-line' : 'd-line text-ink-3'}>
              <Who name={`staff:${person.id}`} />
              <small>{no ?? (String(person.id) === me.id ? say('signer.you', { roles: own }) : own)}</small>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Course({ change }: { change: Change }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const from = payloadOf(change)?.from;
  const isDone = change.state === 'executed';
  const steps = [
    [say('course.checked'), say('course.at_once')],
    [say('course.effect'), from === undefined ? say('course.at_once') : momentText(Date.parse(from), language)],
    [say('course.everywhere'), say('course.within_a_second')],
  ] as const;
  return (
    <>
      <div className="d-title d-cut mt-2">
        <h3>{say('course.title')}</h3>
      </div>
      <ol className="d-steps d-px">
        {steps.map(([name, when]) => (
          <li key={name} className={isDone ? 'd-steps--done' : ''}>
            <i>{isDone && <Icon name="check" size={12} />}</i>
            <span>{name}</span>
            <small>{when}</small>
          </li>
        ))}
      </ol>
    </>
  );
}
