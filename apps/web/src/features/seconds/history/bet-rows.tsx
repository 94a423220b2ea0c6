import { statusOf } from '@app/client/seconds';
import { directionOf, type Price, showPrice } from '@app/money';
import { Delayed, Icon, momentText, Skeleton } from '@app/ui';
import type { ReactNode } from 'react';
import { type Text, useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useMarketsSoFar } from '../../../data/market/markets.ts';
import { clockText, dayOf, ownZone } from '../../../lib/zoned-days.ts';
import { sideOf } from '../bets/bet-state.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { BetRing } from '../open/open-bets-strip.tsx';
import { endingTitle, netOf } from '../result/ending.ts';
import { signedText, stakeText, UNKNOWN } from '../seconds-texts.ts';

/** Height of every row: lists reserve space before they load. */
export const BET_ROW_HEIGHT = 88;

type Props = { bet: WireBet; precision: number | undefined; onOpen: () => void };

/** Shows a bet that has ended: its result, and the two prices that decided it. It opens the details. */
export function EndedRow({ bet, precision, onOpen }: Props) {
  const text = useText();
  const { entry_price, exit_price, created } = bet;
  const net = netOf(bet);
  return (
    <BetRow
      bet={bet}
      onOpen={onOpen}
      end={
        <>
          <span className={`price block text-body font-medium tone-${directionOf(net)}`}>
            {signedText(net, bet.currency_name)}
          </span>
          <span className="block text-label text-ink-3">{endingTitle(bet, text)}</span>
        </>
      }
    >
      <span className="num text-label text-ink-2">
        {priceText(entry_price, precision)} → {priceText(exit_price, precision)}
      </span>
      <span className="text-label text-ink-3">
        {stakeOf(bet)} · {whenText(created, text)}
      </span>
    </BetRow>
  );
}

/** Shows a bet that waits for its entry or exit price. */
export function OpenRow({ bet, precision, onOpen }: Props) {
  const text = useText();
  const { entry_price, cancel_sent } = bet;
  const waiting = text(cancel_sent === null ? 'seconds.entering' : 'seconds.cancelling');
  return (
    <BetRow bet={bet} onOpen={onOpen} end={statusOf(bet) === 'running' && <BetRing bet={bet} />}>
      <span className="num text-label text-ink-2">
        {entry_price === null ? waiting : text('bets.entry.at', { price: priceText(entry_price, precision) })}
      </span>
      <span className="text-label text-ink-3">{stakeOf(bet)}</span>
    </BetRow>
  );
}

const stakeOf = ({ number, currency_name }: WireBet): string => `${stakeText(number)} ${currency_name}`;

const priceText = (price: Price | null, precision: number | undefined): string =>
  price === null ? UNKNOWN : showPrice(price, precision);

/** Formats `Today 14:02:11`, otherwise the day with its minute, in the user's time zone. */
function whenText(at: number, text: Text): string {
  const now = serverNow();
  const timeZone = ownZone();
  if (dayOf(at, timeZone) !== dayOf(now, timeZone)) return momentText(at, timeZone, now);
  return text('bets.today', { time: clockText(at, timeZone, 'second') });
}

/** Returns a function that finds the places of a market's prices; undefined while markets load. */
export function usePrecision(): (symbol: string) => number | undefined {
  const markets = useMarketsSoFar();
  return (symbol) => markets.find((market) => market.symbol === symbol)?.precision;
}

type RowProps = { bet: WireBet; onOpen: () => void; children: ReactNode; end: ReactNode };

function BetRow({ bet, onOpen, children, end }: RowProps) {
  return (
    <button
      type="button"
      className="flex h-22 w-full items-center justify-between gap-3 px-gutter text-left"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <span className="grid min-w-0 gap-0.5">
        <BetName bet={bet} />
        {children}
      </span>
      <span className="flex-none text-right">{end}</span>
    </button>
  );
}

/** Names a bet: side with its arrow, market and length. */
function BetName({ bet }: { bet: WireBet }) {
  const text = useText();
  const side = sideOf(bet);
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-body font-medium">
      <b className={`price inline-flex items-center gap-0.5 font-semibold tone-${side}`}>
        <Icon name={side === 'up' ? 'arrow-up' : 'arrow-down'} size={12} />
        {text(`seconds.${side}`)}
      </b>
      <span>{bet.symbol}</span>
      <span className="text-label text-ink-3">{text('seconds.length', { n: bet.seconds })}</span>
    </span>
  );
}

/** Placeholder rows at the final height. */
export const BetGhosts = ({ count }: { count: number }) => (
  <Delayed>
    {Array.from({ length: count }, (_, index) => index).map((index) => (
      <div key={index} className="flex h-22 items-center justify-between px-gutter">
        <div className="grid gap-2">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-3 w-36" />
          <Skeleton className="h-3 w-28" />
        </div>
        <Skeleton className="h-9 w-16" />
      </div>
    ))}
  </Delayed>
);
