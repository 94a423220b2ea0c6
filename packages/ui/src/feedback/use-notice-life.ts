import { useEffect, useState, useSyncExternalStore } from 'react';
import { dismissNotice, lifeOfNotice, type Notice } from './notices.ts';

/**
 * Dismisses a notice when its time is over. Hovering, pressing or focusing it, or hiding the page, restarts the full
 * time.
 */
export function useNoticeLife(notice: Notice) {
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHidden = useSyncExternalStore(onSight, () => document.hidden);
  const isHeld = isPointed || isFocused || isHidden;
  useEffect(() => {
    const ms = lifeOfNotice(notice);
    if (isHeld || ms === undefined) return;
    const timer = setTimeout(() => dismissNotice(notice.id), ms);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onPointerCancel: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

function onSight(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
