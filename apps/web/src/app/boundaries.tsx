import { Button, Delayed, ErrorPanel, Skeleton, SkeletonRows } from '@app/ui';
import { Component, type ReactNode } from 'react';
import { renew } from '../shared/app-update.ts';
import { useConnection } from '../shared/connection.ts';
import { useText } from '../shared/texts.ts';
import { LONG_WAIT_MS } from '../shared/timing.ts';
import { useBack } from '../shared/use-back.ts';
import { ScreenMissing, ScreenSlow } from './load-screen.ts';

type State = { error: unknown };

/** A screen that fails takes nothing else with it; another address starts it anew (by `key`). */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ScreenFailed error={error} />;
  }
}

/** A part that cannot be had is an old version; one that takes too long is the network; all else is our defect. */
function ScreenFailed({ error }: { error: unknown }) {
  const text = useText();
  const isOnline = useConnection((connection) => connection.isOnline);
  const isUnfetched = error instanceof ScreenMissing || error instanceof ScreenSlow;
  const why = !isUnfetched ? 'failed' : error instanceof ScreenSlow || !isOnline ? 'slow' : 'old';
  return (
    <main className="page place-content-center">
      <ErrorPanel
        title={text(`system.page.${why}`)}
        text={text(`system.page.${why}.text`)}
        retry={{ label: text(why === 'slow' ? 'system.retry' : 'system.reload'), go: () => void renew() }}
      />
    </main>
  );
}

/** The shape of a page while its part of the app is fetched; after a while, a word and a way out. */
export function ScreenLoading() {
  const text = useText();
  return (
    <main className="page" aria-busy="true" aria-label={text('system.loading')}>
      <Delayed>
        <div className="px-gutter pt-3">
          <Skeleton className="h-6 w-28" />
          <Skeleton className="mt-6 h-10 w-52" />
        </div>
        <div className="mt-8">
          <SkeletonRows count={4} />
        </div>
      </Delayed>
      <Delayed ms={LONG_WAIT_MS}>
        <LongWait />
      </Delayed>
    </main>
  );
}

function LongWait() {
  const text = useText();
  const back = useBack();
  return (
    <div className="mt-8 flex items-center justify-center gap-3 text-ink-2" role="status">
      {text('system.loading.long')}
      <Button size="small" onClick={back}>
        {text('system.loading.cancel')}
      </Button>
    </div>
  );
}
