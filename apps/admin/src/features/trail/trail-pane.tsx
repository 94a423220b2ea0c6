import { CopyText, Icon } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useLook } from '../../data/look.ts';
import { type TrailRow, useTrailState } from '../../data/queries.ts';
import { subjectPath } from '../../data/subject-path.ts';
import { sayValue, useSay } from '../../data/texts.ts';
import { clockText, momentText } from '../../lib/moments.ts';
import { Who } from '../../parts/person.tsx';

const prettied = (json: string): string => {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
};

/** Shows one row: who did what, the payload as it was written, its link in the chain, and where that is sealed. */
export function TrailPane({ row }: { row: TrailRow }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const path = subjectPath(row.subject);
  return (
    <>
      <div className="d-title">
        <h2>{say('trail.row_title', { id: String(row.id) })}</h2>
      </div>
      <dl className="d-facts d-px">
        <Fact name={say('trail.who')}>
          <Who name={row.actor} />
        </Fact>
        <Fact name={say('trail.when')}>
          {momentText(row.at, language)} · {clockText(row.at, language)} UTC
        </Fact>
        <Fact name={say('trail.did')}>{sayValue(say, 'action', row.action)}</Fact>
        <Fact name={say('trail.subject')}>
          {path === undefined ? (
            row.subject
          ) : (
            <Link className="text-brand" to={path}>
              {row.subject}
            </Link>
          )}
        </Fact>
        {row.reason !== '' && <Fact name={say('trail.why')}>{row.reason}</Fact>}
      </dl>
      <div className="d-title d-cut mt-2">
        <h3>{say('trail.payload')}</h3>
        <small>{say('trail.bytes', { count: new TextEncoder().encode(row.details).length })}</small>
      </div>
      <pre className="d-code ident mx-5">{prettied(row.details)}</pre>
      <div className="d-title d-cut mt-2">
        <h3>{say('trail.links')}</h3>
        <small>sha256</small>
      </div>
      <dl className="d-facts d-px">
        <Fact name={say('trail.place')}>{row.seq.toLocaleString('en-US')}</Fact>
        <Fact name={say('trail.this_row')}>
          <CopyText
            text={row.hash}
            label={say('trail.copy')}
            copiedLabel={say('frame.copied')}
            onFailure={() => undefined}
          />
        </Fact>
      </dl>
      <Course row={row} />
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Course({ row }: { row: TrailRow }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = useTrailState();
  const seal = data?.seals.findLast(({ seq }) => seq >= row.seq);
  const steps = [
    { name: say('trail.step_linked'), when: clockText(row.at, language), isDone: true },
    {
      name: seal === undefined ? say('trail.step_next_seal') : say('trail.step_sealed', { block: seal.block }),
      when: seal === undefined ? '' : clockText(seal.at, language),
      isDone: seal !== undefined,
    },
    { name: say('trail.step_anybody'), when: '', isDone: seal !== undefined },
  ];
  return (
    <>
      <div className="d-title d-cut mt-1">
        <h3>{say('trail.course')}</h3>
      </div>
      <ol className="d-steps d-px pb-4">
        {steps.map(({ name, when, isDone }) => (
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
