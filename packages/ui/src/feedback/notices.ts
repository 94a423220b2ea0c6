/** Results that outlive the sheet they belong to. They stay until they are dismissed, three at most. */
export type Notice = {
  id: string;
  kind: 'plain' | 'ok' | 'warn' | 'error';
  text: string;
  action?: { label: string; run: () => void };
};

const MOST = 3;

/** Newest first; news of the same thing takes the place of what was said about it, and the oldest gives way. */
export function withNotice(notices: readonly Notice[], notice: Notice): readonly Notice[] {
  return [notice, ...notices.filter(({ id }) => id !== notice.id)].slice(0, MOST);
}

let shown: readonly Notice[] = [];
const listeners = new Set<() => void>();

function put(notices: readonly Notice[]): void {
  shown = notices;
  for (const listener of listeners) listener();
}

/** Says a result on whatever screen is open. */
export const notify = (notice: Notice) => put(withNotice(shown, notice));

export const dismissNotice = (id: string) => put(shown.filter((notice) => notice.id !== id));

export const shownNotices = () => shown;

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
