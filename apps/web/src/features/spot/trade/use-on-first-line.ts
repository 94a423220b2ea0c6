import { type RefCallback, useCallback, useState } from 'react';

/** Reports whether an element fits on the first line; a wrapped element should be hidden. */
export function useOnFirstLine(): { container: RefCallback<HTMLElement>; isBeside: boolean } {
  const [isBeside, setBeside] = useState(true);
  const container = useCallback((element: HTMLElement | null) => {
    const line = element?.parentElement;
    if (element === null || line === null || line === undefined) return undefined;
    const measure = () =>
      setBeside(element.getBoundingClientRect().top < line.getBoundingClientRect().top + line.clientHeight / 2);
    measure();
    const observer = new ResizeObserver(measure);
    for (const watched of [line, ...line.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  return { container, isBeside };
}
