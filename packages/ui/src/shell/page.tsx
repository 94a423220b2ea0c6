import { type ReactNode, type RefObject, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { PageScroll, PageTitle } from './frame.tsx';
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
 * Does nothing before the first user action: the user was redirected here and lost no position. Shows no ring around
 * the page: it would say nothing that the page itself does not.
 */
function useFocusOnArrival(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    const hasActed = navigator.userActivation?.hasBeenActive ?? true; // Not supported by older browsers.
    const element = region.current;
    if (!hasActed || !isLost || element === null) return;
    element.dataset.arrived = '';
    element.addEventListener('blur', () => {
      if (document.activeElement !== element) delete element.dataset.arrived; // Else only the window lost its focus.
    });
    element.focus({ preventScroll: true });
  }, [region]);
}

/** Scrolls the focused field into view when a keyboard opens. */
function useFieldInSight(): void {
  const isKeyboardOpen = useKeyboardOpen();
  useEffect(() => {
    if (isKeyboardOpen) document.activeElement?.scrollIntoView({ block: 'center' });
  }, [isKeyboardOpen]);
}

const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Restores the scroll position when the user returns to a page. Content may arrive late, so the position is restored
 * after every content change until the user scrolls.
 */
function useKeptScroll(region: RefObject<HTMLElement | null>): void {
  const scroll = useContext(PageScroll);
  useLayoutEffect(() => {
    const place = scroll?.kept.get(scroll.key);
    if (region.current === null || scroll === undefined) return;
    return place === undefined || place === 0 ? undefined : holdPlace(region.current, place);
  }, [region, scroll]);
  useEffect(() => {
    const element = region.current;
    if (element === null || scroll === undefined) return;
    const record = () => {
      if (element.dataset.held === undefined) scroll.kept.set(scroll.key, element.scrollTop);
    };
    element.addEventListener('scroll', record, { passive: true });
    return () => element.removeEventListener('scroll', record);
  }, [region, scroll]);
}

/**
 * Restores the position on every content change, without recording scroll events as the user's; returns a function that
 * stops it.
 */
function holdPlace(element: HTMLElement, place: number): () => void {
  element.dataset.held = '';
  const take = () => {
    element.scrollTop = place;
  };
  const content = new MutationObserver(take);
  const release = () => {
    content.disconnect();
    delete element.dataset.held;
    for (const move of MOVES) element.removeEventListener(move, release);
  };
  content.observe(element, { childList: true, subtree: true });
  for (const move of MOVES) element.addEventListener(move, release, { passive: true });
  take();
  return release;
}
