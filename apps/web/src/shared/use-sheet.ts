import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A sheet is one step of history: the back button closes it and not the page. Two fast taps are one step. */
export function useSheet(name: string) {
  const location = useLocation();
  const navigate = useNavigate();
  const isOpen = (location.state as { sheet?: string } | null)?.sheet === name; // Written only below.
  const here = `${location.pathname}${location.search}`;
  const leftFrom = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every arrival counts, also one by the back button at a known place.
  useEffect(() => {
    leftFrom.current = undefined;
  }, [location.key]);
  const once = (step: () => void) => {
    if (leftFrom.current === location.key) return;
    leftFrom.current = location.key;
    step();
  };
  return {
    isOpen,
    open: () => {
      if (!isOpen) once(() => void navigate(here, { state: { sheet: name } }));
    },
    close: () => {
      if (isOpen) once(() => void navigate(-1));
    },
  };
}
