import { NETWORKS } from '@app/domain/payee';
import { Link } from 'react-router';
import { useLook } from '../data/look.ts';
import { useWithdrawalQueue } from '../data/queries.ts';
import { useSay } from '../data/texts.ts';
import { durationText } from '../lib/moments.ts';

/** Shows how many withdrawals wait for people and since when, and that custody stopped; nothing for other roles. */
export function WithdrawalQueue() {
  const say = useSay();
  const language = useLook((look) => look.language);
  const { data } = useWithdrawalQueue();
  if (data === undefined) return null;
  const [oldest] = data.list;
  const count = `${data.list.length}${data.next === null ? '' : '+'}`;
  return (
    <section aria-label={say('withdrawals.title')}>
      <div className="d-title d-cut">
        <h2>
          <Link to="/withdrawals">{say('withdrawals.queue', { count })}</Link>
        </h2>
        <small>
          {oldest === undefined
            ? say('withdrawals.empty.review')
            : say('withdrawals.queue_oldest', { time: durationText(data.at - oldest.created_at, language) })}
        </small>
      </div>
      {data.wallets.map(
        ({ chain, halted }) =>
          halted !== null && (
            <p key={chain} role="alert" className="d-px pb-3 text-danger">
              {say('withdrawals.halted', { network: NETWORKS[chain], reason: halted })}
            </p>
          ),
      )}
    </section>
  );
}
