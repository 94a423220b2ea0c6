import { useEffect, useRef } from 'react';

/** What keys do. One that returns false leaves its key to others. */
export type KeyActions = Readonly<Record<string, (() => unknown) | undefined>>;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="alertdialog"]') !== null;

/**
 * Runs an action for a key, unless someone types into a field, a dialog is open, or a modifier makes it the browser's.
 * Those of the frame are asked before those of its page.
 */
export function useKeys(actions: KeyActions, isFrame = false): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="alertdialog"]') !== null) return;
      if (event.key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('a, button') !== null)
        return;
      const act = latest.current[event.key];
      if (act === undefined || act() === false) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey, isFrame);
    return () => document.removeEventListener('keydown', onKey, isFrame);
  }, [isFrame]);
}
