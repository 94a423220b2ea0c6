import { uuidV7 } from '@app/base';
import type { KeptValues } from '../storage.ts';

/** A call without a response yet: the same payload sent again must carry the same key, even after a reload. */
export type PendingCall = {
  readonly key: string;
  readonly scope: string;
  readonly path: string;
  readonly body: string;
  readonly at: number;
};

/**
 * Selects the earlier call to repeat: the one with this key, or one with the same payload that is no older than this.
 */
export type SameCall = { readonly openForMs?: number | undefined; readonly key?: string | undefined };

const STORED = 'pending_calls';
/** The server keeps idempotency keys for a day. */
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
    /**
     * Returns the key of the same call while its result is pending, else a new one; stores it before anything is sent.
     */
    keep(call: Omit<PendingCall, 'key'>, { openForMs = REMEMBERED_MS, key: sameKey }: SameCall = {}): string {
      const open = list().filter(({ at }) => call.at - at < REMEMBERED_MS);
      const isSame = (it: PendingCall) =>
        sameKey === undefined
          ? call.at - it.at < openForMs && it.scope === call.scope && it.path === call.path && it.body === call.body
          : it.key === sameKey;
      const same = open.find(isSame);
      if (same !== undefined) return same.key;
      const key = sameKey ?? uuidV7(call.at, crypto.getRandomValues(new Uint8Array(10)));
      storage.write(STORED, [...open, { ...call, key }]);
      return key;
    },
    /** Removes a call once it has a definite response. */
    forget(key: string): void {
      storage.write(
        STORED,
        list().filter((call) => call.key !== key),
      );
    },
  };
}

export type PendingCalls = ReturnType<typeof openPendingCalls>;
