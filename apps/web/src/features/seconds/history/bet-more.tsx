import { CopyText, Facts, showToast } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { clockText, dayOf, ownZone } from '../../../lib/zoned-days.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { moneyText } from '../seconds-texts.ts';

/** Shows what the history adds to a bet: what came back, its times, its number and the receipt of its acceptance. */
export function BetMore({ bet }: { bet: WireBet }) {
  const text = useText();
  const { id, created, cancel_sent, ended, returned, currency_name: currency } = bet;
  const when = (label: string, at: number | null) => (at === null ? [] : [[label, exactTime(at)] as const]);
  return (
    <div className="border-t border-line">
      <Facts
        facts={[
          ...(returned === null
            ? []
            : [[text('bets.returned'), `${moneyText(returned, currency)} ${currency}`] as const]),
          ...when(text('bets.accepted'), created),
          ...when(text('bets.cancel_sent'), cancel_sent),
          ...when(text('bets.ended'), ended),
          [text('bets.id'), <BetId key="id" id={id} />],
        ]}
      />
      {bet.receipt !== null && (
        <Link className="hit my-2 inline-block text-label text-brand" to={`/pages/plus/verify?id=${id}`}>
          {text('bets.check.accepted')}
        </Link>
      )}
    </div>
  );
}

/** Formats a full timestamp: day and second. */
const exactTime = (at: number): string => `${dayOf(at, ownZone())} ${clockText(at, ownZone(), 'second')}`;

function BetId({ id }: { id: bigint }) {
  const text = useText();
  return (
    <CopyText
      text={String(id)}
      shown={String(id)}
      label={text('bets.copy')}
      copiedLabel={text('system.copied')}
      onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
    />
  );
}
