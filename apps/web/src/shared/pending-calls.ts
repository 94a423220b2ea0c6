import type { KeptValues } from './storage.ts';

/** A call whose answer has not arrived: the same words again must carry the same key, even after a reload. */
export type PendingCall = {
  readonly key: string;
  readonly scope: string;
  readonly path: string;
  readonly body: string;
  readonly at: number;
};

const STORED = 'pending_calls';
/** The server remembers keys for a day. */
const REMEMBERED_MS = 24 * 3_600_000;

const isPending = (value: unknown): value is PendingCall =>
  typeof value === 'object' && value !== null && 'key' in value && 'body' in value && 'at' in value;

export function openPendingCalls(storage: KeptValues) {
  const list = (): PendingCall[] => {
    const kept = storage.read(STORED);
    return Array.isArray(kept) ? kept.filter(isPending) : [];
  };
  return {
    list,
    /** The key of the same call while its result is open, else a new one; kept before anything is sent. */
    keep(call: Omit<PendingCall, 'key'>): string {
      const open = list().filter(({ at }) => call.at - at < REMEMBERED_MS);
      const same = open.find((it) => it.scope === call.scope && it.path === call.path && it.body === call.body);
      if (same !== undefined) return same.key;
      const key = uuidV7(call.at);
      storage.write(STORED, [...open, { ...call, key }]);
      return key;
    },
    /** A definite answer arrived. */
    forget(key: string): void {
      storage.write(
        STORED,
        list().filter((call) => call.key !== key),
      );
    },
  };
}

export type PendingCalls = ReturnType<typeof openPendingCalls>;

/** Sorted by time, so the server can tell how old a key is. */
function uuidV7(nowMs: number): string {
  const random = crypto.getRandomValues(new Uint8Array(10));
  const bytes = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = nowMs.toString(16).padStart(12, '0');
  const variant = '89ab'[(random[9] ?? 0) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${bytes.slice(0, 3)}-${variant}${bytes.slice(3, 6)}-${bytes.slice(6, 18)}`;
}
