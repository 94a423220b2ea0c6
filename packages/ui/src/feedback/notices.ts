/**
 * Result that outlives the sheet it belongs to. `ok` and `plain` notices expire; warnings and errors stay until
 * dismissed.
 */
export type Notice = {
  id: string;
  kind: 'plain' | 'ok' | 'warn' | 'error';
  text: string;
  action?: { label: string; run: () => void };
};

/** Notices shown at once; more would cover the page they are about. */
export const NOTICES_MOST = 2;
const LIFE_MS = 6_000;

/** Returns how long a notice is shown; warnings and errors never expire. */
export const lifeOfNotice = ({ kind }: Pick<Notice, 'kind'>): number | undefined =>
  kind === 'ok' || kind === 'plain' ? LIFE_MS : undefined;

/**
 * Adds a notice, newest first, replacing one with the same id. Beyond the limit, notices that would expire anyway are
 * dropped; warnings and errors are kept and wait behind the newer ones.
 */
export function withNotice(notices: readonly Notice[], notice: Notice): readonly Notice[] {
  return [notice, ...notices.filter(({ id }) => id !== notice.id)].filter(
    (held, index) => index < NOTICES_MOST || lifeOfNotice(held) === undefined,
  );
}

let shown: readonly Notice[] = [];
const listeners = new Set<() => void>();

function put(notices: readonly Notice[]): void {
  shown = notices;
  for (const listener of listeners) listener();
}

/** Shows a result on whatever screen is open. */
export const notify = (notice: Notice) => put(withNotice(shown, notice));

export const dismissNotice = (id: string) => put(shown.filter((notice) => notice.id !== id));

/** Removes all notices, so that the next user does not see those of the previous one. */
export const dismissAllNotices = () => put([]);

export const shownNotices = () => shown;

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
