import { Icon } from '@app/ui';
import { useLook } from '../../data/look.ts';
import { useTrailState } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { momentText } from '../../lib/moments.ts';

const HOUR_MS = 3_600_000;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Shows whether the chain holds: its length, the last check of all of it, and its seals in price blocks. */
export function TrailStrip() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = useTrailState();
  if (data === undefined) return null;
  const { head, check, seals } = data;
  const today = Math.floor(Date.now() / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const hours = new Set(seals.filter(({ at }) => at >= today).map(({ at }) => Math.floor((at - today) / HOUR_MS)));
  const last = seals[0];
  const isWhole = check?.faults.length === 0;
  return (
    <dl className="d-strip">
      <div>
        <dt>{say('trail.chain')}</dt>
        <dd className={check !== null && !isWhole ? 'text-danger' : ''}>
          {check !== null && <Icon name={isWhole ? 'check-circle' : 'warn'} size={20} />}
          {say(check === null ? 'trail.unchecked' : isWhole ? 'trail.unbroken' : 'trail.broken')}
        </dd>
        <dd>{say('state.trail_rows', { count: head?.seq ?? 0 })}</dd>
      </div>
      <div>
        <dt>{say('trail.last_check')}</dt>
        <dd>{check === null ? '—' : momentText(check.at, language)}</dd>
        <dd>{check !== null && say('trail.check_about', { rows: check.rows, faults: check.faults.length })}</dd>
      </div>
      <div>
        <dt>{say('trail.last_seal')}</dt>
        <dd>{last === undefined ? '—' : momentText(last.at, language)}</dd>
        <dd>{last !== undefined && say('trail.seal_about', { seq: last.seq, block: last.block })}</dd>
      </div>
      <div>
        <dt>{say('trail.seals_today', { count: hours.size })}</dt>
        <dd className="pt-1">
          <span className="d-seals" aria-hidden="true">
            {HOURS.map((hour) => (
              <i key={hour} className={hours.has(hour) ? 'd-seals--on' : ''} />
            ))}
          </span>
        </dd>
        <dd>{last !== undefined && say('trail.since_seal', { count: (head?.seq ?? last.seq) - last.seq })}</dd>
      </div>
    </dl>
  );
}
