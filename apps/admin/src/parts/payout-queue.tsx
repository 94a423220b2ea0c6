import { Link } from 'react-router';
import { useLook } from '../data/look.ts';
import { usePayoutQueue } from '../data/queries.ts';
import { useSay } from '../data/texts.ts';
import { durationText } from '../lib/moments.ts';

/** Shows how many payouts to banks wait for people and since when; nothing for other roles. */
export function PayoutQueue() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = usePayoutQueue();
  if (data === undefined) return null;
  const [oldest] = data.list;
  const count = `${data.list.length}${data.next === null ? '' : '+'}`;
  return (
    <section aria-label={say('payouts.title')}>
      <div className="d-title">
        <h2>
          <Link to="/payouts">{say('payouts.queue', { count })}</Link>
        </h2>
        <small>
          {oldest === undefined
            ? say('payouts.empty.review')
            : say('withdrawals.queue_oldest', { time: durationText(data.at - oldest.created_at, language) })}
        </small>
      </div>
    </section>
  );
}
