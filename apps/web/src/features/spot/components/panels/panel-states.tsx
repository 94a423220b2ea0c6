import type { Book } from '@app/domain/ledger';
import { Button, buttonClass, durationText, Empty, ErrorPanel, Stale } from '@app/ui';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useChangeBook } from '../../../../shared/change-book.ts';
import { publicChannels } from '../../../../shared/channel.ts';
import { loginWithReturn } from '../../../../shared/return-address.ts';
import { isVisitor, useSessionScope } from '../../../../shared/session.ts';
import { useText } from '../../../../shared/texts.ts';
import { usePriceState } from '../../api/price-state.ts';

/** Nobody offers anything. Where that is the real book, there is another one to practise in. */
export function EmptyBook({ book, base }: { book: Book; base: string }) {
  const text = useText();
  return (
    <Empty
      title={text(`spot.book.empty.${book}.title`)}
      text={text(`spot.book.empty.${book}.text`, { base })}
      {...(book === 'real' && { action: <DemoWay /> })}
    />
  );
}

/** A visitor comes back here as somebody who can be shown the demo. */
function DemoWay() {
  const text = useText();
  const { pathname, search } = useLocation();
  const { mutate, isPending } = useChangeBook();
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

/** The only way to ask a channel again is to begin them all anew. */
function beginAnew(): void {
  publicChannels.pause();
  publicChannels.resume();
}

/** The server does not show this channel now. */
export function RefusedChannel() {
  const text = useText();
  return <ErrorPanel title={text('spot.book.refused')} retry={{ label: text('system.retry'), go: beginAnew }} />;
}

/** What is not followed, or whose price stands still, is dimmed; how long, is said as soon as it is known. */
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
