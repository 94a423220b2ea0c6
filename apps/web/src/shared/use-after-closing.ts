import { useEffect, useRef } from 'react';

/** Closing a sheet is a step back in history, and what follows must not be overtaken by it. */
export function useAfterClosing(isOpen: boolean) {
  const next = useRef<() => void>(undefined);
  useEffect(() => {
    if (isOpen) return;
    next.current?.();
    next.current = undefined;
  }, [isOpen]);
  return (act: () => unknown) => () => {
    next.current = act;
  };
}
