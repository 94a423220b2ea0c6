import { statusOf, timeLeftMs } from '@app/client/seconds';
import { gainOf } from '@app/domain/seconds';
import { negate } from '@app/money';
import { CountdownRing } from '@app/ui';
import { memo } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useServerTime } from '../../../data/call/server-clock.ts';
import { useFromQuote } from '../../../data/market/use-quotes.ts';
import { sideOf, stakeOf, standingAt } from '../bets/bet-state.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { signedText, stakeText } from '../seconds-texts.ts';

type Props = { bets: readonly WireBet[]; onOpen: (bet: WireBet) => void };

/** Lists open bets with the time they have left. A price renders only the figure of each bet, not the list. */
export function OpenBetsStrip({ bets, onOpen }: Props) {
  const text = useText();
  if (bets.length === 0) return null;
  return (
    <ul className="bets" aria-label={text('seconds.open')} data-coach="open">
      {bets.map((bet) => (
        <BetChip key={bet.id} bet={bet} onOpen={onOpen} />
      ))}
    </ul>
  );
}

const BetChip = memo(({ bet, onOpen }: { bet: WireBet; onOpen: (bet: WireBet) => void }) => {
  const text = useText();
  return (
    <li>
      <button type="button" className="bet" onClick={() => onOpen(bet)}>
        <BetRing bet={bet} />
        <span className="bet__text">
          <b>{`${text(`seconds.${sideOf(bet)}`)} ${stakeText(bet.number)}`}</b>
          {statusOf(bet) === 'running' ? <BetStanding bet={bet} /> : <Waiting bet={bet} />}
        </span>
      </button>
    </li>
  );
});

/** From this length on a ring moves less than a pixel in a second. */
const LONG_SECONDS = 120;
const STEP_MS = 250;
const LONG_STEP_MS = 1_000;

/** Counts down to the earliest exit tick; renders when the number or the ring visibly changes. */
export function BetRing({ bet }: { bet: WireBet }) {
  const text = useText();
  const step = bet.seconds < LONG_SECONDS ? STEP_MS : LONG_STEP_MS;
  const remainingMs = useServerTime((nowMs) => Math.ceil(timeLeftMs(bet, nowMs) / step) * step);
  return (
    <CountdownRing
      remainingMs={remainingMs}
      totalMs={bet.seconds * 1_000}
      label={text('seconds.left', { n: Math.ceil(remainingMs / 1_000) })}
    />
  );
}

/** Shows how a running bet stands at the price of now; renders when that changes. */
export function BetStanding({ bet }: { bet: WireBet }) {
  const text = useText();
  const standing = useFromQuote(bet.symbol, (quote) => quote && standingAt(bet, quote.price));
  const isDue = useServerTime((nowMs) => timeLeftMs(bet, nowMs) === 0);
  if (isDue) return <span className="bet__at">{text('seconds.settling')}</span>;
  if (standing === undefined) return null;
  if (standing === 'level') return <span className="bet__at">{text('seconds.level')}</span>;
  const isAhead = standing === 'ahead';
  const figure = isAhead ? gainOf(stakeOf(bet)) : negate(bet.number);
  return (
    <span className={`bet__at tone-${isAhead ? 'up' : 'down'}`}>
      {text(isAhead ? 'seconds.ahead' : 'seconds.behind', { amount: signedText(figure, bet.currency_name) })}
    </span>
  );
}

function Waiting({ bet }: { bet: WireBet }) {
  const text = useText();
  return <span className="bet__at">{text(bet.cancel_sent === null ? 'seconds.entering' : 'seconds.cancelling')}</span>;
}
