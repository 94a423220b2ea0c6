import { isVisitor } from '@app/client/session';
import type { Mode } from '@app/domain/ledger';
import { durationText, Empty, ErrorPanel, Stale, showToast, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useDemoIntent } from '../../../data/session/use-demo-intent.ts';
import { publicChannels } from '../../../data/socket/channel.ts';
import { useIsBorrowed } from './depth.ts';

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

/** Switches to demo mode; a visitor opens an account first, which begins in the demo. */
function DemoWay() {
  const text = useText();
  const { request } = useDemoIntent();
  const { mutate, isPending } = useChangeMode();
  const look = 'hit text-label font-medium text-brand';
  if (isVisitor(useSessionScope()))
    return (
      <Link className={look} to="/pages/common/register" onClick={request}>
        {text('spot.book.practise')}
      </Link>
    );
  const go = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  return (
    <button type="button" className={look} disabled={isPending} onClick={go}>
      {text('spot.book.demo')}
    </button>
  );
}

/** Height of the line above a borrowed order book. */
export const BORROWED_PX = 36;

/** Says that the order book below is the demo's, and leads there. */
export function BorrowedLine({ symbol }: { symbol: string }) {
  const text = useText();
  if (!useIsBorrowed(symbol)) return null;
  return (
    <div className="flex h-9 items-center justify-between gap-3 px-gutter">
      <Tag tone="warn">{text('system.demo')}</Tag>
      <DemoWay />
    </div>
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
