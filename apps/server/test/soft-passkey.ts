import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Faults that can be injected into a ceremony. */
export type Tampering = {
  readonly origin?: string;
  readonly challenge?: string;
  readonly domain?: string;
  /** Present without face, finger or PIN. */
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  /** Attestation with a certificate, which was not requested. */
  readonly hasCertificate?: boolean;
};

export type SoftPasskey = {
  readonly id: string;
  /** Returns a browser's response to `create` and `get`, as JSON text. */
  create(options: string, tampering?: Tampering): string;
  get(options: string, tampering?: Tampering): string;
};

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** Encodes a CBOR head, just enough here: a length below 65,536 after a major type. */
const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};
const cborInteger = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** Creates a software authenticator: one ES256 key pair for one site, with an increasing counter. */
export function makeSoftPasskey(site: { readonly origin: string; readonly counts?: boolean }): SoftPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let counter = 0;
  let handle = '';

  const authData = (tampering: Tampering, credential: Buffer | undefined): Buffer => {
    if (site.counts !== false) counter += 1;
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(tampering.counter ?? counter);
    const flags =
      USER_PRESENT | (tampering.isUnverified ? 0 : USER_VERIFIED) | (credential === undefined ? 0 : HAS_CREDENTIAL);
    const domain = tampering.domain ?? new URL(site.origin).hostname;
    return Buffer.concat([sha256(domain), Buffer.from([flags]), counted, ...(credential ? [credential] : [])]);
  };
  const clientData = (type: string, options: string, tampering: Tampering) => {
    const challenge = tampering.challenge ?? JSON.parse(options).challenge;
    return Buffer.from(JSON.stringify({ type, challenge, origin: tampering.origin ?? site.origin }));
  };
  const answer = (response: object) => JSON.stringify({ id, rawId: id, type: 'public-key', response });

  return {
    id,
    create: (options, tampering = {}) => {
      handle = JSON.parse(options).user.id;
      const key = cborMap([
        [cborInteger(1), cborInteger(2)],
        [cborInteger(3), cborInteger(-7)],
        [cborInteger(-1), cborInteger(1)],
        [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
        [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key]);
      const certificate = [
        [cborText('x5c'), Buffer.concat([head(4, 1), cborBytes(Buffer.from('certificate'))])],
      ] as const;
      const attestation = cborMap([
        [cborText('fmt'), cborText(tampering.hasCertificate ? 'packed' : 'none')],
        [cborText('attStmt'), cborMap(tampering.hasCertificate ? certificate : [])],
        [cborText('authData'), cborBytes(authData(tampering, attested))],
      ]);
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', options, tampering)),
        attestationObject: base64url(attestation),
        transports: ['internal', 'not a transport'],
      });
    },
    get: (options, tampering = {}) => {
      const data = authData(tampering, undefined);
      const client = clientData('webauthn.get', options, tampering);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return answer({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: tampering.userHandle ?? handle,
      });
    },
  };
}
