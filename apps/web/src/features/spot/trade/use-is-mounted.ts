import { useEffect, useRef } from 'react';

/** Returns a ref to the flag for callbacks that run late; it becomes false on unmount. */
export function useIsMounted(isSo: boolean) {
  const now = useRef(isSo);
  useEffect(() => {
    now.current = isSo;
    return () => {
      now.current = false;
    };
  }, [isSo]);
  return now;
}
