import { createHmac, timingSafeEqual } from 'node:crypto';

/** Keys of one kind of message. The first signs; every one verifies, so that a key can be replaced without a pause. */
export type BusKeys = readonly Buffer[];

/**
 * What a signature is bound to besides the text. The first field says which kind of message it is, so that a signed
 * message of one kind is never valid as another.
 */
export type MessageContext =
  | readonly [kind: 'command', subject: string, replySubject: string]
  | readonly [kind: 'answer', commandMac: string]
  | readonly [kind: 'push', subject: string];

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
  const mac = bytes.toString('latin1', 0, MAC_LENGTH);
  const given = Buffer.from(mac, 'base64url');
  const body = bytes.subarray(MAC_LENGTH + 1);
  const frame = frameOf(context);
  const isSigned = keys.some((key) => {
    const expected = createHmac('sha256', key).update(frame).update(body).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  // Base64url has several spellings of the same bytes; a MAC is also an identity, so only the canonical one counts.
  if (!isSigned || given.toString('base64url') !== mac) return undefined;
  return { mac, text: body.toString('utf8') };
}

/** Joins the fields so that no two contexts have the same bytes: each field is preceded by its length. */
const frameOf = (context: MessageContext): string =>
  context.map((field) => `${Buffer.byteLength(field)}:${field}`).join('');
