import { Icon } from '@app/ui';
import { Link } from 'react-router';
import { useLook } from '../data/look.ts';
import { useCaseQueue, useMe } from '../data/queries.ts';
import { useSay } from '../data/texts.ts';
import { durationText } from '../lib/moments.ts';
import { NextCase } from './next-case.tsx';
import { Who } from './person.tsx';

/** Lists the queues of identity cases: how many wait, how long the oldest does, and who holds any. */
export function CaseQueues() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const me = useMe();
  const { data } = useCaseQueue();
  const isReader = me.roles.some((role) => role === 'identity' || role === 'risk');
  const count = data?.levels.reduce((sum, { waiting }) => sum + waiting, 0) ?? 0;
  return (
    <section aria-label={say('review.queues')}>
      <div className="d-title">
        <h2>{say('review.cases_waiting', { count })}</h2>
        <span className="flex items-center gap-3">{isReader && <NextCase />}</span>
      </div>
      {data !== undefined && count === 0 && <p className="d-px pb-4 text-ink-3">{say('review.nothing')}</p>}
      {data !== undefined && count > 0 && (
        <table className="d-queues">
          <thead>
            <tr>
              <th scope="col">{say('review.queue')}</th>
              <th scope="col">{say('review.waiting')}</th>
              <th scope="col">{say('review.oldest')}</th>
              <th scope="col">{say('review.held_by')}</th>
              <th scope="col">{say('review.free')}</th>
            </tr>
          </thead>
          <tbody>
            {data.levels.map(({ level, waiting, oldest_at: oldest, holders }) => (
              <tr key={level}>
                <td>
                  <span className="flex items-center gap-3">
                    <Icon name="id-card" size={20} />
                    {isReader ? (
                      <Link to="/identity">{say('review.level_queue', { level })}</Link>
                    ) : (
                      say('review.level_queue', { level })
                    )}
                  </span>
                </td>
                <td>{waiting}</td>
                <td>{durationText(data.at - oldest, language)}</td>
                <td>
                  {holders.length === 1 ? (
                    <Who name={`staff:${holders[0]}`} />
                  ) : (
                    say('review.people', { count: holders.length })
                  )}
                </td>
                <td>{waiting - holders.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
