import { type RefObject, useEffect, useRef } from 'react';
import { isCalm } from './list-calm.ts';

/** Returns whether rows may be reordered now, judging by touches, scrolling and keyboard focus in the region. */
export function useCalm(region: RefObject<HTMLElement | null>): () => boolean {
  const hand = useRef({ fingers: 0, scrolledAt: 0 });
  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const count = ({ touches }: TouchEvent) => {
      hand.current.fingers = touches.length;
    };
    const scrolled = () => {
      hand.current.scrolledAt = Date.now();
    };
    const touches = ['touchstart', 'touchend', 'touchcancel'] as const;
    for (const name of touches) element.addEventListener(name, count, { passive: true });
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      for (const name of touches) element.removeEventListener(name, count);
      element.removeEventListener('scroll', scrolled);
    };
  }, [region]);
  return () => isCalm({ ...hand.current, hasKeyFocus: hasKeyFocus(region.current) }, Date.now());
}

/** Ignores focus on the region itself, which it gets on every navigation; only focus inside a row counts. */
const hasKeyFocus = (region: HTMLElement | null) => region?.querySelector('.mrow-box :focus-visible') != null;
