import { type RefObject, useEffect, useState } from 'react';

/** How far beyond the screen an element counts as seen, so that it is current once it scrolls in. */
const AROUND = '240px 0px';

const listeners = new WeakMap<Element, (isSeen: boolean) => void>();
let observer: IntersectionObserver | undefined;

/** One observer for all elements: each of its own would cost as much as what it saves. */
const shared = (): IntersectionObserver => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { rootMargin: AROUND },
  );
  return observer;
};

/** Returns whether an element is on screen or close to it. Until that is known it counts as seen. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    listeners.set(target, setSeen);
    shared().observe(target);
    return () => {
      shared().unobserve(target);
      listeners.delete(target);
    };
  }, [element]);
  return isSeen;
}
