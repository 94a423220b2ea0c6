import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { expectDefined } from '@app/base';

/** Purposes of a master key; each has its own derived key. */
export type KeyPurpose =
  | 'code'
  | 'authenticator'
  | 'media'
  | 'trade_password'
  | 'passkey'
  | 'price'
  | 'closed_address'
  | 'bank'
  | 'identity'
  | 'identity_hash';

export type Sealed = { readonly keyId: string; readonly sealed: Buffer };

/**
 * Seals with the newest master key and opens with the one that was used; an old key can be removed once no row
 * references it.
 */
export type KeyRing = {
  readonly currentId: string;
  /**
   * AES-256-GCM: nonce, tag and text. `boundTo` must be passed again to open it, so that a row cannot be moved to
   * another.
   */
  seal(purpose: KeyPurpose, plain: Buffer, boundTo: string): Sealed;
  open(purpose: KeyPurpose, sealed: Sealed, boundTo: string): Buffer;
  /** Returns a hash that cannot be computed without the key, for secrets too short to be hashed plainly. */
  mac(purpose: KeyPurpose, text: string): Buffer;
  /** Returns that hash by each master key, newest first, to find what an older key hashed. */
  macs(purpose: KeyPurpose, text: string): readonly { readonly keyId: string; readonly mac: Buffer }[];
};

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Opens the key ring; keys newest first, as configured. A mac uses the newest key alone. */
export function openKeyRing(keys: readonly { id: string; key: Buffer }[]): KeyRing {
  const [current] = keys;
  const { id: currentId } = expectDefined(current, 'a master key');
  const derived = new Map<string, Buffer>();
  const keyOf = (id: string, purpose: KeyPurpose): Buffer => {
    const known = derived.get(`${id}:${purpose}`);
    if (known !== undefined) return known;
    const master = expectDefined(
      keys.find((key) => key.id === id),
      `the master key ${id}`,
    ).key;
    const key = Buffer.from(hkdfSync('sha256', master, '', `tidemark:${purpose}`, KEY_BYTES));
    derived.set(`${id}:${purpose}`, key);
    return key;
  };
  const macBy = (id: string, purpose: KeyPurpose, text: string): Buffer =>
    createHmac('sha256', keyOf(id, purpose)).update(text).digest();
  return {
    currentId,
    seal: (purpose, plain, boundTo) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(currentId, purpose), nonce).setAAD(Buffer.from(boundTo));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return { keyId: currentId, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) };
    },
    open: (purpose, { keyId, sealed }, boundTo) => {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, keyOf(keyId, purpose), nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(boundTo)).setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    },
    mac: (purpose, text) => macBy(currentId, purpose, text),
    macs: (purpose, text) => keys.map(({ id }) => ({ keyId: id, mac: macBy(id, purpose, text) })),
  };
}
