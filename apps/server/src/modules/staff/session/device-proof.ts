import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';

/** Header with the time of a request and its signature by the device: `<milliseconds>.<base64url>`. */
export const PROOF_HEADER = 'x-device-proof';
/** Difference of clocks, and time on the way, after which a signed request is refused. */
const AGE_MS_MAX = 60_000;

export type SignedRequest = {
  readonly method: string;
  readonly url: string;
  /** SHA-256 of the body, hex. */
  readonly bodyHash: string;
  readonly proof: string;
};

/** Returns the text that the device signs: one request, at one time. */
export const provenText = ({ method, url, bodyHash }: Omit<SignedRequest, 'proof'>, atMs: number): string =>
  [method, url, bodyHash, atMs].join('\n');

export const hashBody = (body: Buffer | string): string => hash('sha256', body);

/** Reads the public key that a device made for its session; undefined unless it is one of P-256. */
export function readDeviceKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  const key = toKey(bytes);
  return key?.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? bytes : undefined;
}

function toKey(bytes: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: bytes, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/**
 * Whether the device of a session signed this request just now. A token alone is worth nothing: the private key cannot
 * leave the browser that made it.
 */
export function isProven(deviceKey: Buffer, request: SignedRequest, nowMs: number): boolean {
  const [, at, signature] = /^(\d{13})\.([\w-]{86})$/.exec(request.proof) ?? [];
  const key = toKey(deviceKey);
  if (at === undefined || signature === undefined || key === undefined) return false;
  if (Math.abs(nowMs - Number(at)) > AGE_MS_MAX) return false;
  const text = Buffer.from(provenText(request, Number(at)));
  return verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
}
