/** Spec 9: storage has version 1 and is cleared once when it is below. */
export const STORAGE_VERSION = 1;
const VERSION_KEY = 'storage_version';

/** The part of the browser's storage that is used; tests pass a map. */
export type Backend = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export type KeptValues = {
  read: (key: string) => unknown;
  write: (key: string, value: unknown) => void;
  remove: (key: string) => void;
};

/** Opens the values stored on this device, as JSON. Clears data of an older version before the first read. */
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

/** Parses a stored value; invalid text under our key counts as missing. */
function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces storage where it is forbidden or full: the session then lasts until the page closes. */
export function memoryBackend(): Backend {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: (key) => values.delete(key),
    clear: () => values.clear(),
  };
}

/** Writes a value; drops it on a full device, which must not interrupt the user. */
function writeIfRoom(backend: Backend, key: string, text: string): void {
  try {
    backend.setItem(key, text);
  } catch {
    backend.removeItem(key);
  }
}

/** Returns the storage, or the memory backend: access throws where storage is forbidden. */
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
