import { useEffect, useRef } from 'react';

/** Runs an action after a sheet has closed: closing is a step back in history, and must finish before a navigation. */
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
