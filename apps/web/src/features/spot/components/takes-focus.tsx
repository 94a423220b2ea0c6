import { type ReactNode, useEffect, useRef } from 'react';

/** What takes the place of a pressed button takes its focus, too, at its heading: else it falls to the page. */
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
