/**
 * The key of a session: made at login, kept in IndexedDB as an object that signs. Its private bytes cannot be read, by
 * nobody and no script, so a copied token is worth nothing elsewhere.
 */
const DATABASE = 'tidemark-staff';
const STORE = 'device-keys';
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const;

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function openKeys(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}

async function inStore<Value>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const database = await openKeys();
  try {
    return await new Promise<Value>((resolve, reject) => {
      const request = run(database.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

export type NewDeviceKey = { readonly keyId: string; readonly publicKey: string };

/** Makes a key pair and keeps it under a new id; only the public key leaves the browser. */
export async function makeDeviceKey(): Promise<NewDeviceKey> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify']);
  const keyId = crypto.randomUUID();
  await inStore('readwrite', (store) => store.put(pair.privateKey, keyId));
  return { keyId, publicKey: base64url(await crypto.subtle.exportKey('spki', pair.publicKey)) };
}

/** Returns a function that signs with a kept key; undefined if this browser has it no more. */
export async function openDeviceKey(keyId: string): Promise<((text: string) => Promise<string>) | undefined> {
  const key: unknown = await inStore('readonly', (store) => store.get(keyId));
  if (!(key instanceof CryptoKey)) return undefined;
  return async (text) =>
    base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(text)));
}

export const forgetDeviceKey = (keyId: string): Promise<undefined> =>
  inStore('readwrite', (store) => store.delete(keyId));
