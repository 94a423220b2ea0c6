import { useSyncExternalStore } from 'react';
import { type KeyboardSpace, measureKeyboard } from './keyboard-space.ts';

const TYPED_INTO = 'input:not([type=radio], [type=checkbox], [type=range], [type=file]), textarea';

let viewport: KeyboardSpace | undefined;
const listeners = new Set<() => void>();

function look(): void {
  const view = window.visualViewport;
  if (view === null) return;
  const covered = window.innerHeight - view.height - view.offsetTop;
  const isTyping = document.activeElement?.matches(TYPED_INTO) ?? false;
  const seen = { width: Math.round(view.width), height: view.height * view.scale, covered, isTyping };
  const next = measureKeyboard(viewport, seen);
  if (
    next.isKeyboardOpen === viewport?.isKeyboardOpen &&
    next.covered === viewport.covered &&
    next.tallest === viewport.tallest
  )
    return;
  viewport = next;
  for (const listener of listeners) listener();
}

/** Shares one set of viewport listeners among all subscribers, and removes them with the last one. */
function watch(listener: () => void): () => void {
  if (listeners.size === 0) eachSource((target, kind) => target.addEventListener(kind, look));
  listeners.add(listener);
  look();
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) eachSource((target, kind) => target.removeEventListener(kind, look));
  };
}

function eachSource(use: (target: EventTarget, kind: string) => void): void {
  for (const kind of ['resize', 'scroll']) if (window.visualViewport) use(window.visualViewport, kind);
  for (const kind of ['focusin', 'focusout']) use(document, kind);
}

/** Whether an on-screen keyboard takes space from the page. */
export const useKeyboardOpen = () => useSyncExternalStore(watch, () => viewport?.isKeyboardOpen ?? false);

/** Returns how many pixels of the page the keyboard covers; 0 if the browser shrinks the page instead. */
export const useKeyboardCover = () => useSyncExternalStore(watch, () => viewport?.covered ?? 0);
