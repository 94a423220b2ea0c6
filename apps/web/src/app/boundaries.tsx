import { Delayed, ErrorPanel, Skeleton, SkeletonRows } from '@app/ui';
import { Component, type ReactNode } from 'react';
import { useText } from '../shared/texts.ts';
import { ScreenMissing } from './load-screen.ts';

type State = { error: unknown };

/** A screen that fails takes nothing else with it; another address starts it anew (by `key`). */
export class ScreenBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <ScreenFailed isMissing={error instanceof ScreenMissing} />;
  }
}

function ScreenFailed({ isMissing }: { isMissing: boolean }) {
  const text = useText();
  const why = isMissing ? 'old' : 'failed';
  return (
    <div className="page place-content-center">
      <ErrorPanel
        title={text(`system.page.${why}`)}
        text={text(`system.page.${why}.text`)}
        retry={{ label: text('system.reload'), go: () => location.reload() }}
      />
    </div>
  );
}

/** The shape of a page while its part of the app is fetched. */
export function ScreenLoading() {
  return (
    <div className="grow">
      <Delayed>
        <div className="px-gutter pt-3">
          <Skeleton className="h-6 w-28" />
          <Skeleton className="mt-6 h-10 w-52" />
        </div>
        <div className="mt-8">
          <SkeletonRows count={4} />
        </div>
      </Delayed>
    </div>
  );
}
