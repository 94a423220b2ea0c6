import { Button, Delayed, ErrorPanel, Skeleton, SkeletonRows } from '@app/ui';
import { Component, type ReactNode } from 'react';
import { renew } from '../data/app/app-update.ts';
import type { Screen } from '../data/app/screen.ts';
import { useText } from '../data/app/texts.ts';
import { useBack } from '../data/app/use-back.ts';
import { LONG_WAIT_MS } from '../lib/timing.ts';
import { forgetScreen, ScreenMissing, ScreenSlow } from './load-screen.ts';

type Props = { screen: Screen; children: ReactNode };
type State = { error: unknown };

/** Isolates the failure of a screen; another address, or a retry, starts it again. */
export class ScreenBoundary extends Component<Props, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override componentDidCatch(): void {
    forgetScreen(this.props.screen);
  }

  retry = () => this.setState({ error: undefined });

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ScreenFailed error={error} retry={this.retry} />;
  }
}

/**
 * Classifies an error: a missing part is an old version; one that did not arrive is the network; all else is our bug.
 */
function reasonOf(error: unknown): 'old' | 'slow' | 'failed' {
  if (error instanceof ScreenMissing) return error.wasOnline ? 'old' : 'slow';
  return error instanceof ScreenSlow ? 'slow' : 'failed';
}

function ScreenFailed({ error, retry }: { error: unknown; retry: () => void }) {
  const text = useText();
  const why = reasonOf(error);
  const again = { label: text('system.retry'), go: retry };
  const reload = { label: text('system.reload'), go: () => void renew() };
  return (
    <main className="page">
      <div className="middle">
        <ErrorPanel
          title={text(`system.page.${why}`)}
          text={text(`system.page.${why}.text`)}
          retry={why === 'slow' ? again : reload}
        />
      </div>
    </main>
  );
}

/** Placeholder of a page while its part of the app is fetched; after a while, a message and a way out. */
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
