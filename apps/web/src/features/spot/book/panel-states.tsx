import { isVisitor } from '@app/client/session';
import type { Mode } from '@app/domain/ledger';
import { Button, buttonClass, durationText, Empty, ErrorPanel, Stale } from '@app/ui';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { publicChannels } from '../../../data/socket/channel.ts';

/**
 * Shows that the order book is empty. While prices are paused that is why: the house offers nothing without one.
 * Otherwise it offers demo mode to users in real mode.
 */
export function EmptyBook({ mode, market: { symbol, base } }: { mode: Mode; market: MarketInfo }) {
  const text = useText();
  if (usePriceState(symbol).kind === 'paused')
    return <Empty title={text('spot.book.empty.paused.title')} text={text('spot.book.empty.paused.text')} />;
  return (
    <Empty
      title={text(`spot.book.empty.${mode}.title`)}
      text={text(`spot.book.empty.${mode}.text`, { base })}
      {...(mode === 'real' && { action: <DemoWay /> })}
    />
  );
}

/** Switches to demo mode; a visitor logs in first and returns here. */
function DemoWay() {
  const text = useText();
  const { pathname, search } = useLocation();
  const { mutate, isPending } = useChangeMode();
  if (isVisitor(useSessionScope()))
    return (
      <Link className={buttonClass({ size: 'small' })} to={loginWithReturn(`${pathname}${search}`)}>
        {text('spot.book.demo')}
      </Link>
    );
  return (
    <Button size="small" busy={isPending} onClick={() => mutate('demo')}>
      {text('spot.book.demo')}
    </Button>
  );
}

/** Resubscribes all channels, which is the only way to retry one. */
function beginAnew(): void {
  publicChannels.pause();
  publicChannels.resume();
}

/** Shows that the server currently refuses this channel. */
export function RefusedChannel() {
  const text = useText();
  return <ErrorPanel title={text('spot.book.refused')} retry={{ label: text('system.retry'), go: beginAnew }} />;
}

/** Dims content that is not live or whose price is paused; shows for how long once known. */
export function Following({ symbol, isLive, children }: { symbol: string; isLive: boolean; children: ReactNode }) {
  const text = useText();
  const price = usePriceState(symbol);
  const badge = price.kind === 'paused' && text('system.stale', { time: durationText(price.forMs) });
  return (
    <Stale stale={!isLive || price.kind === 'paused'} {...(badge && { badge })}>
      {children}
    </Stale>
  );
}
