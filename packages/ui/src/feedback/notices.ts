/** Results that outlive the sheet they belong to. Good news leaves by itself; what needs a look stays until dismissed. */
export type Notice = {
  id: string;
  kind: 'plain' | 'ok' | 'warn' | 'error';
  text: string;
  action?: { label: string; run: () => void };
};

/** More at once would cover the page they are about. */
export const NOTICES_MOST = 2;
const LIFE_MS = 6_000;

/** How long it stands by itself; a warning or an error has no end of its own. */
export const lifeOfNotice = ({ kind }: Pick<Notice, 'kind'>): number | undefined =>
  kind === 'ok' || kind === 'plain' ? LIFE_MS : undefined;

/**
 * Newest first; news of the same thing takes the place of what was said about it. What would leave anyway gives way to
 * newer news, and a warning waits behind it for its turn.
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

/** Says a result on whatever screen is open. */
export const notify = (notice: Notice) => put(withNotice(shown, notice));

export const dismissNotice = (id: string) => put(shown.filter((notice) => notice.id !== id));

/** What was said to one user is none of the next one’s business. */
export const dismissAllNotices = () => put([]);

export const shownNotices = () => shown;

export function onNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
