import { Component, createContext, type ReactNode, Suspense, useContext } from 'react';
import { Delayed, SkeletonRows } from '../feedback/skeleton.tsx';
import { Empty, ErrorPanel } from '../feedback/states.tsx';

/** What the app knows of a failure: its words, and whether trying again can help. */
export type Failure = { readonly title: string; readonly text: string; readonly retry: string | undefined };

/** How panels speak of failures; the app gives it once. `reset` forgets what failed, so that it is asked for again. */
export const PanelHelp = createContext<{ describe: (error: unknown) => Failure; reset: () => void } | undefined>(
  undefined,
);

type Props = { children: ReactNode; loading?: ReactNode };

/** A part of a screen that loads and fails alone: a dead chart never takes the order form with it. */
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
    if (failure === undefined) throw error; // Nobody told panels how to speak: the page's boundary does.
    const { title, text, retry } = failure;
    if (retry === undefined) return <Empty title={title} text={text} />;
    return <ErrorPanel title={title} text={text} retry={{ label: retry, go: this.retry }} />;
  }
}
