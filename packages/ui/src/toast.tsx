import { useSyncExternalStore } from 'react';
import { Icon } from './icon.tsx';

type Toast = { text: string; kind: 'plain' | 'ok' | 'error'; id: number };

const PLAIN_MS = 1_500; // Spec 9.
const ERROR_MS = 4_000;

let current: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let made = 0;
const listeners = new Set<() => void>();

function put(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}

/** One at a time: a new one takes the place of the last. */
export function showToast(text: string, kind: Toast['kind'] = 'plain', ms = kind === 'error' ? ERROR_MS : PLAIN_MS) {
  clearTimeout(timer);
  made += 1;
  put({ text, kind, id: made });
  timer = setTimeout(() => put(undefined), ms);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => current);
  return (
    <div className="toaster" role={toast?.kind === 'error' ? 'alert' : 'status'}>
      {toast && (
        <div key={toast.id} className={`toast toast--${toast.kind}`}>
          {toast.kind === 'ok' && <Icon name="checkCircle" size={20} />}
          {toast.kind === 'error' && <Icon name="warn" size={20} />}
          {toast.text}
        </div>
      )}
    </div>
  );
}
