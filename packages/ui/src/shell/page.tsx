import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import { PageTitle } from './frame.tsx';
import { useKeptScroll } from './kept-scroll.ts';
import { useKeyboardCover, useKeyboardOpen } from './keyboard.ts';

type Props = { bar: ReactNode; foot?: ReactNode; children: ReactNode };

/** Bar above, one scroll region, what must stay in reach below, also while a keyboard is open. */
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
 * Who navigates by keyboard or screen reader goes on in the new page, not at the top of the document.
 * Who has not touched anything yet was led here and has lost no place: a ring would only puzzle.
 */
function useFocusOnArrival(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    const hasActed = navigator.userActivation?.hasBeenActive ?? true; // Older browsers do not know.
    if (hasActed && isLost) region.current?.focus({ preventScroll: true });
  }, [region]);
}

/** When a keyboard opens, the field that called it goes where the keyboard does not reach. */
function useFieldInSight(): void {
  const isKeyboardOpen = useKeyboardOpen();
  useEffect(() => {
    if (isKeyboardOpen) document.activeElement?.scrollIntoView({ block: 'center' });
  }, [isKeyboardOpen]);
}
