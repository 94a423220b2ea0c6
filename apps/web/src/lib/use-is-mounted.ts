import { type RefObject, useEffect, useRef } from 'react';

/** Returns a ref that is true as long as the component is on screen, for outcomes that arrive late. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
