import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * Keys of one kind of message. The first signs; every one verifies, so that a key can be replaced without a pause. Key
 * objects: with the bytes of a key, an HMAC takes six times as long.
 */
export type BusKeys = readonly KeyObject[];

/**
 * What a signature is bound to besides the text. The first field says which kind of message it is, so that a signed
 * message of one kind is never valid as another.
 */
export type MessageContext =
  | readonly [kind: 'commands', subject: string, replySubject: string]
  | readonly [kind: 'answers', commandsMac: string]
  | readonly [kind: 'push', subject: string]
  | readonly [kind: 'case' | 'verdict', method: string, path: string, timestamp: string, id: string];

export type OpenedMessage = { readonly mac: string; readonly text: string };

/** Length of 32 bytes in base64url. */
const MAC_LENGTH = 43;
const SPACE = 0x20;

/**
 * Puts a MAC in front of a text: `<mac> <text>`. An envelope rather than a NATS header: reading and writing headers
 * takes as long as the MAC itself.
 */
export function signMessage(keys: BusKeys, context: MessageContext, text: string): OpenedMessage {
  const [key] = keys;
  if (key === undefined) throw new Error(`no key signs a ${context[0]} in this process`);
  const mac = createHmac('sha256', key)
    .update(frameOf(context) + text)
    .digest('base64url');
  return { mac, text: `${mac} ${text}` };
}

/** Returns the text of a message whose MAC fits the context, under any of the keys; otherwise nothing. */
export function openMessage(keys: BusKeys, context: MessageContext, data: Uint8Array): OpenedMessage | undefined {
  if (data.length <= MAC_LENGTH || data[MAC_LENGTH] !== SPACE) return undefined;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const given = bytes.subarray(0, MAC_LENGTH);
  const body = bytes.subarray(MAC_LENGTH + 1);
  const frame = frameOf(context);
  for (const key of keys) {
    const mac = createHmac('sha256', key).update(frame).update(body).digest('base64url');
    // Compared as text: base64url has other spellings of the same bytes, and a MAC also identifies a command.
    if (timingSafeEqual(given, Buffer.from(mac, 'latin1'))) return { mac, text: body.toString('utf8') };
  }
  return undefined;
}

/** Joins the fields so that no two contexts have the same bytes: each field is preceded by its length. */
const frameOf = (context: MessageContext): string =>
  context.map((field) => `${Buffer.byteLength(field)}:${field}`).join('');
