import { statusOf } from '@app/client/seconds';
import { breakEvenRate, gainOf } from '@app/domain/seconds';
import { directionOf, negate, type Price, showPrice } from '@app/money';
import { Button, buttonClass, Facts, Icon } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Text, useText } from '../../../data/app/texts.ts';
import { useMarketsSoFar } from '../../../data/market/markets.ts';
import { clockText, ownZone } from '../../../lib/zoned-days.ts';
import { sideOf, stakeOf } from '../bets/bet-state.ts';
import type { WireBet } from '../bets/open-bets.ts';
import { TodayLoss } from '../care/today-loss.tsx';
import { BetRing, BetStanding } from '../open/open-bets-strip.tsx';
import { indexName, payoutText, shareText, signedText, stakeText, UNKNOWN } from '../seconds-texts.ts';
import { endingOf, endingReason, netOf } from './ending.ts';
import { ResultChart } from './result-chart.tsx';
import { useCancelBet } from './use-cancel-bet.ts';

type Props = { bet: WireBet; close: () => void; more?: ReactNode };

/** Shows one bet with the two ticks that decide it. Its receipt is one tap away; nothing invites to another bet. */
export function BetView({ bet, close, more }: Props) {
  const text = useText();
  const isOpen = endingOf(bet) === undefined;
  return (
    <div>
      {isOpen ? <Running bet={bet} /> : <Result bet={bet} />}
      <div className="mt-2">
        <Facts facts={factsOf(bet, usePriceText(bet), text)} />
      </div>
      {more}
      {!isOpen && <TodayLoss />}
      <div className="sheet__acts pair">
        {statusOf(bet) === 'waiting' ? <CancelButton bet={bet} /> : <CheckLink bet={bet} />}
        <Button tone="primary" onClick={close}>
          {text('system.close')}
        </Button>
      </div>
    </div>
  );
}

function Running({ bet }: { bet: WireBet }) {
  const text = useText();
  return (
    <div className="flex items-center gap-3">
      <BetRing bet={bet} />
      <div className="grid">
        <b className="text-title">{`${text(`seconds.${sideOf(bet)}`)} ${stakeText(bet.number)} ${bet.currency_name}`}</b>
        {statusOf(bet) === 'running' ? (
          <BetStanding bet={bet} />
        ) : (
          <span className="text-label text-ink-2">
            {text(bet.cancel_sent === null ? 'seconds.entering.text' : 'seconds.cancelling.text')}
          </span>
        )}
      </div>
    </div>
  );
}

function Result({ bet }: { bet: WireBet }) {
  const text = useText();
  const net = netOf(bet);
  return (
    <div role="status">
      <p className={`result-figure tone-${directionOf(net)}`}>
        {signedText(net, bet.currency_name)} <span>{bet.currency_name}</span>
      </p>
      <p className="text-label text-ink-2">{endingReason(bet, text)}</p>
      <ResultChart bet={bet} />
    </div>
  );
}

/** Returns a function that formats a price of the bet's market. */
function usePriceText({ symbol }: WireBet): (price: Price | null) => string {
  const precision = useMarketsSoFar().find((market) => market.symbol === symbol)?.precision;
  return (price) => (price === null ? UNKNOWN : showPrice(price, precision));
}

/** Formats a tick's time to the millisecond: a tick a moment later would be another one. */
const tickTime = (ms: number): string => `${clockText(ms, ownZone(), 'second')}.${String(ms % 1_000).padStart(3, '0')}`;

function factsOf(bet: WireBet, priceText: (price: Price | null) => string, text: Text) {
  const currency = bet.currency_name;
  const tick = (price: Price | null, ms: number | null): ReactNode => (
    <>
      {priceText(price)}
      {ms !== null && <span className="text-ink-3"> · {tickTime(ms)}</span>}
    </>
  );
  const facts: (readonly [label: string, value: ReactNode])[] = [
    [indexName(bet.symbol, text), `${text(`seconds.${sideOf(bet)}`)} · ${text('seconds.length', { n: bet.seconds })}`],
    [text('seconds.fact.entry'), tick(bet.entry_price, bet.entry_time)],
  ];
  if (endingOf(bet) === undefined) {
    facts.push([text('seconds.if.right'), signedText(gainOf(stakeOf(bet)), currency)]);
    facts.push([text('seconds.if.wrong'), signedText(negate(bet.number), currency)]);
    if (bet.expires !== null) facts.push([text('seconds.fact.expires'), clockText(bet.expires, ownZone(), 'second')]);
  } else {
    facts.push([text('seconds.fact.exit'), tick(bet.exit_price, bet.exit_time)]);
    facts.push([text('seconds.stake'), `${stakeText(bet.number)} ${currency}`]);
  }
  facts.push([text('seconds.fact.payout'), payoutText(bet.rate)]);
  facts.push([text('seconds.fact.even'), shareText(breakEvenRate(bet.rate))]);
  return facts;
}

/** Leads to the check of the receipt in this browser: that of the settlement, before it that of the acceptance. */
function CheckLink({ bet }: { bet: WireBet }) {
  const text = useText();
  return (
    <Link className={`gap-2 ${buttonClass()}`} to={`/pages/plus/verify?id=${bet.receipt ?? bet.id}`}>
      <Icon name="hash" size={20} />
      {text('seconds.check')}
    </Link>
  );
}

function CancelButton({ bet }: { bet: WireBet }) {
  const text = useText();
  const { cancel, isPending } = useCancelBet();
  const isSent = bet.cancel_sent !== null;
  return (
    <Button busy={isPending} disabled={isSent} blocked={isSent} onClick={() => cancel(bet.id)}>
      {text(isSent ? 'seconds.cancelling' : 'seconds.cancel')}
    </Button>
  );
}
