import type { StakeCaps } from '@app/domain/seconds';
import { showToast } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useLocation } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useOpenBets, type WireBet } from '../bets/open-bets.ts';
import { CareNote } from '../care/care-note.tsx';
import { FirstBetsOffer } from '../care/first-bets.tsx';
import { BetChart } from '../chart/bet-chart.tsx';
import { showResultsHere } from '../live/ended-bets.ts';
import { OpenBetsStrip } from '../open/open-bets-strip.tsx';
import { betQuery } from '../result/bet-query.ts';
import { BetSheet } from '../result/bet-sheet.tsx';
import { endingOf } from '../result/ending.ts';
import { useBetSheet } from '../result/use-bet-sheet.ts';
import type { TermsInForce } from '../terms/terms-query.ts';
import { BetPanel } from './bet-panel.tsx';
import { useBetForm } from './use-bet-form.ts';

type Props = { market: MarketInfo; inForce: TermsInForce; caps: StakeCaps };

const NONE: readonly WireBet[] = [];

/** Lays out chart, open bets and form: one above the other on a phone, side by side on a wide screen. */
export function BetDesk({ market, inForce, caps }: Props) {
  const entry = useBetForm(market, inForce, caps);
  const { data } = useOpenBets();
  const open = data ?? NONE;
  const { id, open: show, close } = useBetSheet();
  const here = useMemo(() => open.filter(({ symbol }) => symbol === market.symbol), [open, market.symbol]);
  useResults(show, id, data);
  return (
    <div className="bet-desk">
      <section className="bet-desk__chart">
        <BetChart market={market} bets={here} seconds={entry.form.seconds} />
        <OpenBetsStrip bets={open} onOpen={show} />
      </section>
      <section className="bet-desk__form">
        <FirstBetsOffer />
        <CareNote stakeMin={caps.stakeMin} />
        <BetPanel market={market} entry={entry} />
      </section>
      <BetSheet id={id} close={close} />
    </div>
  );
}

/**
 * Shows results while the page is open: as a sheet, unless the user is busy with another or types. A bet that ended while
 * the connection was lost is missing from the next list; its result is then read.
 */
function useResults(
  show: (bet: WireBet) => void,
  shown: bigint | undefined,
  open: readonly WireBet[] | undefined,
): void {
  const text = useText();
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const { state } = useLocation();
  const known = useRef<ReadonlySet<bigint>>(new Set());
  const ended = useRef(new Set<bigint>());
  const onEnded = useEffectEvent((bet: WireBet): boolean => {
    if (ended.current.has(bet.id)) return true;
    ended.current.add(bet.id);
    queryClient.setQueryData(betQuery(scope, bet.id).queryKey, bet);
    if (shown === bet.id) return true;
    if (endingOf(bet) === 'cancelled') {
      showToast(text('seconds.cancelled'), 'ok');
      return true;
    }
    const isBusy = (state as { sheet?: string } | null)?.sheet !== undefined; // Written by the sheets.
    const isTyping = document.activeElement?.matches('input:not([type="radio"])') === true;
    if (isBusy || isTyping || shown !== undefined) return false;
    show(bet);
    return true;
  });
  const readMissed = useEffectEvent(async (id: bigint) => {
    const bet = await queryClient.fetchQuery(betQuery(scope, id));
    if (endingOf(bet) !== undefined) onEnded(bet);
  });
  useEffect(() => showResultsHere((bet) => onEnded(bet)), []);
  useEffect(() => {
    if (open === undefined) return;
    const now = new Set(open.map(({ id }) => id));
    const missed = [...known.current].filter((id) => !now.has(id) && !ended.current.has(id));
    known.current = now;
    // A result that cannot be read now is in the history.
    for (const id of missed) void readMissed(id).catch(() => undefined);
  }, [open]);
}
