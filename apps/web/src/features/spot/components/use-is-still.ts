import { useEffect, useRef } from 'react';

/** By reference, for an answer that comes late: nothing is so any more once the page was left. */
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
