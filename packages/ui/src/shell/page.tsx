import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { PageTitle } from './frame.tsx';
import { useKeptScroll } from './kept-scroll.ts';
import { useKeyboardCover, useKeyboardOpen } from './keyboard.ts';

type Props = { bar: ReactNode; foot?: ReactNode; children: ReactNode };

/** Renders a page: bar on top, one scroll region, and a footer that stays in reach even while a keyboard is open. */
export function Page({ bar, foot, children }: Props) {
  const region = useRef<HTMLElement>(null);
  const title = useId();
  const covered = useKeyboardCover();
  useKeptScroll(region);
  useFocusOnArrival(region);
  useFieldInSight();
  return (
    <div className="page" style={{ '--lift': `${covered}px` }}>
      <PageTitle value={title}>{bar}</PageTitle>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard, also without a control in it. */}
      <main ref={region} className="scroll" tabIndex={0} aria-labelledby={title}>
        {children}
      </main>
      {foot !== undefined && <footer className="foot">{foot}</footer>}
    </div>
  );
}

/**
 * Focuses the new page, so that keyboard and screen-reader users continue there and not at the top of the document.
 * Does nothing before the first user action: the user was redirected here and lost no position, and a focus ring would
 * be confusing.
 */
function useFocusOnArrival(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    const hasActed = navigator.userActivation?.hasBeenActive ?? true; // Not supported by older browsers.
    if (hasActed && isLost) region.current?.focus({ preventScroll: true });
  }, [region]);
}

/** Scrolls the focused field into view when a keyboard opens. */
function useFieldInSight(): void {
  const isKeyboardOpen = useKeyboardOpen();
  useEffect(() => {
    if (isKeyboardOpen) document.activeElement?.scrollIntoView({ block: 'center' });
  }, [isKeyboardOpen]);
}
