import { StepTimeline } from '@app/ui';
import { useLook } from '../../data/look.ts';
import { type CaseRow, type OpenedCase, usePersonOf } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';

type Happened = { readonly at: number; readonly title: string; readonly note?: string };

/** Lists what was sent and decided for the level of a case, and that it is held. */
export function CaseTimeline({ opened, row }: { opened: OpenedCase; row: CaseRow }) {
  const say = useSay();
  const language = useLook((look) => look.language);
  const personOf = usePersonOf();
  const nameOf = (id: bigint | null) => (id === null ? '' : (personOf(String(id))?.name ?? String(id)));
  const ofLevel = opened.history.filter(({ level }) => level === row.level);
  const happened: Happened[] = [
    ...ofLevel.map(({ submitted_at: at }, index) => ({ at, title: say('review.sent_try', { count: index + 1 }) })),
    ...opened.decisions
      .filter(({ case_id: id }) => ofLevel.some((it) => it.id === id))
      .map(({ outcome, staff_id: by, confirmed_by: second, reasons, at }) => ({
        at,
        title: say(`review.outcome.${outcome}`, { name: nameOf(by), second: nameOf(second) }),
        note: reasons.map((code) => say(`reason.${code}`)).join(', '),
      })),
  ].toSorted((one, other) => one.at - other.at);
  const steps = happened.map(({ at, title, note }) => ({
    state: 'done' as const,
    title,
    time: momentText(at, language),
    ...(note !== undefined && note !== '' && { note }),
  }));
  const held =
    row.held_by === null
      ? []
      : [{ state: 'now' as const, title: say('review.held_by_name', { name: nameOf(row.held_by) }) }];
  return (
    <section aria-label={say('review.timeline')}>
      <div className="d-title d-cut">
        <h2>{say('review.timeline')}</h2>
        <small>{say('review.utc')}</small>
      </div>
      <div className="d-px pb-4">
        <StepTimeline steps={[...steps, ...held]} doneLabel={say('review.done')} />
      </div>
    </section>
  );
}
