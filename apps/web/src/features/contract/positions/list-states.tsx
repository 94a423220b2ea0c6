import { Button, buttonClass, Empty, ErrorPanel, momentText, Stale } from '@app/ui';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useConnection } from '../../../data/socket/connection.ts';

/** Shown when positions failed to load; the rest of the page keeps working. */
export function ListFailed({ error, onRetry }: { error: Error; onRetry: () => unknown }) {
  const text = useText();
  return (
    <ErrorPanel
      title={text('system.load.failed')}
      text={describeFailure(error, text)}
      retry={{ label: text('system.retry'), go: () => void onRetry() }}
    />
  );
}

type LastKnownProps = { query: { isRefetchError: boolean; dataUpdatedAt: number }; children: ReactNode };

/** Dims and dates the last known list while no updates can arrive; it stays usable. */
export function LastKnown({ query: { isRefetchError, dataUpdatedAt }, children }: LastKnownProps) {
  const text = useText();
  const isCut = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Stale
      stale={isRefetchError || isCut}
      badge={text('system.stale', { time: momentText(dataUpdatedAt, zone, Date.now()) })}
    >
      {children}
    </Stale>
  );
}

/** Shows a visitor one line and the login link. */
export function ListVisitor() {
  const text = useText();
  const { pathname, search } = useLocation();
  return (
    <p className="px-gutter py-6 text-center text-body text-ink-2">
      {text('position.visitor')}{' '}
      <Link className="hit text-brand" to={loginWithReturn(`${pathname}${search}`)}>
        {text('position.login')}
      </Link>
    </p>
  );
}

type NoneProps = { list: 'positions' | 'orders'; showAll: (() => void) | undefined };

/** Shows that there is nothing, or nothing in the market the list is limited to. */
export function NothingListed({ list, showAll }: NoneProps) {
  const text = useText();
  const key = list === 'positions' ? 'none' : 'pending.none';
  if (showAll !== undefined)
    return (
      <Empty
        title={text(`position.${key}.match`)}
        action={
          <Button size="small" onClick={showAll}>
            {text('position.none.show')}
          </Button>
        }
      />
    );
  if (list === 'orders')
    return <Empty title={text('position.pending.none')} text={text('position.pending.none.text')} />;
  return <Empty title={text('position.none.title')} text={text('position.none.text')} />;
}

/** Links to the history of contracts. */
export function HistoryLink({ isButton = false }: { isButton?: boolean }) {
  const text = useText();
  return (
    <Link
      className={isButton ? buttonClass({ wide: true }) : 'tabs__i pos-history'}
      to="/pages/transaction/contract_order?tab=history"
    >
      {text(isButton ? 'position.history' : 'position.tab.history')}
    </Link>
  );
}
