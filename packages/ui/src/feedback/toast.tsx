import { useSyncExternalStore } from 'react';
import { Icon } from '../icons/icon.tsx';

type Action = { label: string; run: () => void };
type Toast = { text: string; kind: 'plain' | 'ok' | 'error'; id: number; action?: Action };

const PLAIN_MS = 1_500; // Spec 9.
const ERROR_MS = 4_000;
const ACTION_MS = 6_000; // The user needs time to read and reach the action.

let current: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let made = 0;
const listeners = new Set<() => void>();

function put(toast: Toast | undefined): void {
  current = toast;
  for (const listener of listeners) listener();
}

function lifeOf(kind: Toast['kind'], action: Action | undefined): number {
  if (action !== undefined) return ACTION_MS;
  return kind === 'error' ? ERROR_MS : PLAIN_MS;
}

/** Shows a toast, replacing the current one. With an action, it can be undone while it is visible. */
export function showToast(text: string, kind: Toast['kind'] = 'plain', ms?: number, action?: Action) {
  clearTimeout(timer);
  made += 1;
  put({ text, kind, id: made, ...(action && { action }) });
  timer = setTimeout(() => put(undefined), ms ?? lifeOf(kind, action));
}

/** Shows a toast with an action, such as "Undo". */
export const offerToast = (text: string, action: Action, kind: Toast['kind'] = 'plain') =>
  showToast(text, kind, undefined, action);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toaster() {
  const toast = useSyncExternalStore(subscribe, () => current);
  return (
    <div className="toaster">
      {/* Live regions keep a fixed role and an explicit aria-live: an open sheet hides everything else from screen readers. */}
      <div role="status" aria-live="polite">
        {toast && toast.kind !== 'error' && <ToastCard key={toast.id} {...toast} onAct={() => put(undefined)} />}
      </div>
      <div role="alert" aria-live="assertive">
        {toast?.kind === 'error' && <ToastCard key={toast.id} {...toast} onAct={() => put(undefined)} />}
      </div>
    </div>
  );
}

/** Renders a toast. */
export function ToastCard({ text, kind, action, onAct }: Omit<Toast, 'id'> & { onAct?: () => void }) {
  return (
    <div className={`toast toast--${kind}`}>
      {kind === 'ok' && <Icon name="check-circle" size={20} />}
      {kind === 'error' && <Icon name="warn" size={20} />}
      <span className="grow">{text}</span>
      {action !== undefined && (
        <button
          type="button"
          className="toast__act hit"
          onClick={() => {
            onAct?.();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
