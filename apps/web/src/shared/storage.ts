/** Spec 9: storage has version 1 and is cleared once when it is below. */
export const STORAGE_VERSION = 1;
const VERSION_KEY = 'storage_version';

/** What of the browser's storage is used; tests give a map. */
export type Backend = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export type KeptValues = {
  read: (key: string) => unknown;
  write: (key: string, value: unknown) => void;
  remove: (key: string) => void;
};

/** Values kept on this device, as JSON. What an older version left is cleared before the first read. */
export function openStorage(backend: Backend): KeptValues {
  const version = /^\d+$/.exec(backend.getItem(VERSION_KEY) ?? '')?.[0] ?? '0';
  if (Number(version) < STORAGE_VERSION) {
    backend.clear();
    backend.setItem(VERSION_KEY, String(STORAGE_VERSION));
  }
  return {
    read: (key) => parse(backend.getItem(key)),
    write: (key, value) => writeIfRoom(backend, key, JSON.stringify(value)),
    remove: (key) => backend.removeItem(key),
  };
}

/** Someone else's text under our key is as good as nothing. */
function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stands in where storage is forbidden or full: the session then lasts as long as the page. */
export function memoryBackend(): Backend {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
    clear: () => values.clear(),
  };
}

/** A full device forgets what is new; it must not stop what the user is doing. */
function writeIfRoom(backend: Backend, key: string, text: string): void {
  try {
    backend.setItem(key, text);
  } catch {
    backend.removeItem(key);
  }
}

/** Asking for storage throws where it is forbidden. */
export function usable(open: () => Storage): Backend {
  try {
    const storage = open();
    storage.setItem('probe', '1');
    storage.removeItem('probe');
    return storage;
  } catch {
    return memoryBackend();
  }
}

export const storage = openStorage(usable(() => globalThis.localStorage));
