import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Opens a sheet as one step of history: the back button closes the sheet and not the page. Two fast taps are one step.
 */
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
  // A ref: a late response must read the current sheet, not the one at the time of sending.
  const now = useRef({ isOpen, key: location.key });
  useEffect(() => {
    now.current = { isOpen, key: location.key };
  });
  const once = (step: () => void) => {
    if (leftFrom.current === now.current.key) return;
    leftFrom.current = now.current.key;
    step();
  };
  return {
    isOpen,
    open: () => {
      if (!now.current.isOpen) once(() => void navigate(here, { state: { sheet: name } }));
    },
    close: () => {
      if (now.current.isOpen) once(() => void navigate(-1));
    },
  };
}
