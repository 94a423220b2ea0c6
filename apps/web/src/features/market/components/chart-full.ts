import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { turnStep } from '../model/chart-full.ts';

const FIELD = 'full';

/** Full screen is one step of history, in the address: sheets may open over it, and back closes the topmost. */
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

/** The whole device where it allows that, and nothing behind the chart can be reached. Leaving it closes the chart. */
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

/** The document and not the chart, or sheets would stay out of sight. Both are refused in places; then the page is enough. */
async function enlarge(): Promise<void> {
  try {
    await document.documentElement.requestFullscreen();
    await (screen.orientation as Lockable).lock?.('landscape');
  } catch {}
}

/** Everything beside an element and its parents is out of reach until it is set free; what opens later is not. */
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
