import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { turnStep } from './chart-full.ts';

const FIELD = 'full';

/** Keeps full screen as one history step in the address: sheets may open over it, and back closes the topmost. */
export function useFull(): { isFull: boolean; toggle: () => void } {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const fields = new URLSearchParams(search);
  const isFull = fields.has(FIELD);
  const kept = state as { isFull?: boolean; sheet?: string } | null; // Written only below and by sheets.
  const hasSheet = kept?.sheet !== undefined;
  const toggle = () => {
    const step = turnStep({ isFull, isOwnStep: kept?.isFull === true, hasSheet });
    if (step === 'later') return setLeaving(true);
    if (step === 'back') return void navigate(-1);
    if (isFull) fields.delete(FIELD);
    else fields.set(FIELD, '1');
    void navigate(`${pathname}?${fields}`, isFull ? { replace: true } : { state: { isFull: true } });
  };
  const leave = useEffectEvent(() => {
    setLeaving(false);
    if (isFull) toggle();
  });
  useEffect(() => {
    if (isLeaving && !hasSheet) leave();
  }, [isLeaving, hasSheet]);
  return { isFull, toggle };
}

/**
 * Uses the device's full screen where allowed and makes everything behind the chart inert. Leaving full screen closes
 * the chart.
 */
export function useWholeScreen(container: RefObject<HTMLElement | null>, isFull: boolean, close: () => void): void {
  const onLeft = useEffectEvent(close);
  useEffect(() => {
    if (!isFull || container.current === null) return undefined;
    const setFree = setApart(container.current);
    void enlarge();
    const onChange = () => document.fullscreenElement === null && onLeft();
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      setFree();
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull, container]);
}

type Lockable = { lock?: (orientation: string) => Promise<void> };

/**
 * Enlarges the document rather than the chart, or sheets would be invisible. Some devices refuse full screen or the
 * orientation lock; the page alone is then enough.
 */
async function enlarge(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen();
    await (screen.orientation as Lockable).lock?.('landscape');
  } catch {}
}

/**
 * Makes everything outside an element and its parents inert until the returned function is called; elements added later
 * are not affected.
 */
function setApart(element: HTMLElement): () => void {
  const apart: Element[] = [];
  for (let at: Element = element; at.parentElement !== null && at !== document.body; at = at.parentElement)
    for (const beside of at.parentElement.children)
      if (beside !== at && !beside.hasAttribute('inert')) {
        beside.setAttribute('inert', '');
        apart.push(beside);
      }
  return () => {
    for (const it of apart) it.removeAttribute('inert');
  };
}
