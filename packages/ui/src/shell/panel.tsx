import { Component, createContext, type ReactNode, Suspense, useContext } from 'react';
import { Delayed, SkeletonRows } from '../feedback/skeleton.tsx';
import { Empty, ErrorPanel } from '../feedback/states.tsx';

/** Failure as the app describes it: its texts, and whether a retry can help. */
export type Failure = { readonly title: string; readonly text: string; readonly retry: string | undefined };

/**
 * How panels describe failures; the app provides it once. `reset` clears what failed, so that it is requested again.
 */
export const PanelHelp = createContext<{ describe: (error: unknown) => Failure; reset: () => void } | undefined>(
  undefined,
);

type Props = { children: ReactNode; loading?: ReactNode };

/** Isolates loading and failure of one part of a screen: a failed chart never takes down the order form. */
export function Panel({ children, loading = <SkeletonRows count={3} /> }: Props) {
  const help = useContext(PanelHelp);
  return (
    <PanelBoundary describe={help?.describe} reset={help?.reset}>
      <Suspense fallback={<Delayed>{loading}</Delayed>}>{children}</Suspense>
    </PanelBoundary>
  );
}

type BoundaryProps = {
  children: ReactNode;
  describe: ((error: unknown) => Failure) | undefined;
  reset: (() => void) | undefined;
};

class PanelBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  retry = () => {
    this.props.reset?.();
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const failure = this.props.describe?.(error);
    if (failure === undefined) throw error; // No PanelHelp: left to the page's error boundary.
    const { title, text, retry } = failure;
    if (retry === undefined) return <Empty title={title} text={text} />;
    return <ErrorPanel title={title} text={text} retry={{ label: retry, go: this.retry }} />;
  }
}
