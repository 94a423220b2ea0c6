import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BusKeys, type MessageContext, openMessage, signMessage } from './signed-message.ts';

const KEY = createSecretKey(Buffer.alloc(32, 1));
const OTHER = createSecretKey(Buffer.alloc(32, 2));
const KEYS: BusKeys = [KEY];
const COMMAND: MessageContext = ['commands', 'engine.spot-demo', '_INBOX_api.1.2'];

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (keys: BusKeys, context: MessageContext, text: string) =>
  openMessage(keys, context, bytesOf(text))?.text;
const contexts: fc.Arbitrary<MessageContext> = fc.oneof(
  fc.tuple(fc.constant('commands' as const), fc.string(), fc.string()),
  fc.tuple(fc.constant('answers' as const), fc.string()),
  fc.tuple(fc.constant('push' as const), fc.string()),
);

describe('a signed message', () => {
  it('given the same key and context, then every text opens as it was', () => {
    fc.assert(
      fc.property(contexts, fc.string({ unit: 'grapheme' }), (context, text) => {
        const signed = signMessage(KEYS, context, text);
        expect(openMessage(KEYS, context, bytesOf(signed.text))).toEqual({ mac: signed.mac, text });
      }),
    );
  });

  it('given any other context, then it is refused', () => {
    fc.assert(
      fc.property(contexts, contexts, fc.string(), (context, other, text) => {
        fc.pre(JSON.stringify(context) !== JSON.stringify(other));
        expect(textOf(KEYS, other, signMessage(KEYS, context, text).text)).toBeUndefined();
      }),
    );
  });

  it('given any changed, added or removed byte, then it is refused', () => {
    const signed = bytesOf(signMessage(KEYS, COMMAND, '{"price":"60000"}').text);
    for (let at = 0; at < signed.length; at++) {
      for (const change of [1, 0x20, 0x80]) {
        const changed = signed.with(at, (signed[at] ?? 0) ^ change);
        expect(openMessage(KEYS, COMMAND, changed), `byte ${at}`).toBeUndefined();
      }
      expect(openMessage(KEYS, COMMAND, signed.subarray(0, at))).toBeUndefined();
    }
    expect(openMessage(KEYS, COMMAND, new Uint8Array([...signed, 0x20]))).toBeUndefined();
  });

  it('given fields that differ only in where one ends, then their MACs differ', () => {
    const one = signMessage(KEYS, ['commands', 'engine.a', 'b'], 'x');
    expect(textOf(KEYS, ['commands', 'engine.', 'ab'], one.text)).toBeUndefined();
    expect(textOf(KEYS, ['commands', 'engine.a', ''], one.text.replace(' x', ' bx'))).toBeUndefined();
  });

  it('is an HMAC-SHA256 over the fields, each after its length, and the text', () => {
    const frame = '8:commands16:engine.spot-demo14:_INBOX_api.1.2';
    const mac = createHmac('sha256', KEY).update(`${frame}{}`).digest('base64url');
    expect(signMessage(KEYS, COMMAND, '{}')).toEqual({ mac, text: `${mac} {}` });
  });

  it('given another spelling of the same MAC, then it is refused: a repeated command must not get a new identity', () => {
    const { mac, text } = signMessage(KEYS, COMMAND, '{}');
    const same = Buffer.from(mac, 'base64url');
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
      .map((letter) => mac.slice(0, -1) + letter)
      .filter((other) => other !== mac && Buffer.from(other, 'base64url').equals(same));
    expect(others).toHaveLength(3);
    for (const other of others) expect(textOf(KEYS, COMMAND, text.replace(mac, other))).toBeUndefined();
  });

  it('given a message without a MAC, then it is refused', () => {
    for (const text of ['', '{}', ' ', 'x'.repeat(43), `${'A'.repeat(43)} {}`, `${'%'.repeat(43)} {}`])
      expect(textOf(KEYS, COMMAND, text)).toBeUndefined();
  });
});

describe('keys', () => {
  it('given another key, then it is refused', () => {
    expect(textOf([OTHER], COMMAND, signMessage(KEYS, COMMAND, '{}').text)).toBeUndefined();
  });

  it('given a key that is being replaced, then both verify and the first signs', () => {
    const old = signMessage([KEY], COMMAND, '{}').text;
    const fresh = signMessage([OTHER, KEY], COMMAND, '{}').text;
    expect(textOf([OTHER, KEY], COMMAND, old)).toBe('{}');
    expect(textOf([KEY, OTHER], COMMAND, fresh)).toBe('{}');
    expect(textOf([KEY], COMMAND, fresh)).toBeUndefined();
  });

  it('given none, then nothing is signed and nothing is believed', () => {
    expect(() => signMessage([], COMMAND, '{}')).toThrow('no key signs a command');
    expect(textOf([], COMMAND, signMessage(KEYS, COMMAND, '{}').text)).toBeUndefined();
  });
});
