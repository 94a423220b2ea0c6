import { type RefObject, useContext, useEffect, useLayoutEffect } from 'react';
import { PageScroll } from './frame.tsx';

const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/**
 * Restores the scroll position when the user returns to a page. Content may arrive late, so the position is restored
 * after every content change until the user scrolls.
 */
export function useKeptScroll(region: RefObject<HTMLElement | null>): void {
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
