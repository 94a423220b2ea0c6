import { type ReactNode, useEffect, useRef } from 'react';

/** Moves focus to the heading of the content that replaces a pressed button; otherwise focus falls back to the page. */
export function FocusOnMount({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = box.current?.querySelector('h2');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  }, []);
  return <div ref={box}>{children}</div>;
}
