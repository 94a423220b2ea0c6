import { type RefCallback, useCallback, useState } from 'react';

/** Whether an element found room beside what is before it, or was pushed to the next line, where it had better not be seen. */
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
