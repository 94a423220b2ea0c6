type Random = (end: number) => number;

/** Bytes written to a raw connection, and how the connection ends. */
export type Attack = {
  readonly name: string;
  readonly bytes: Buffer;
  /** `wait` for a response, `reset` at once, `end` our side, or `trickle` the bytes in pieces. */
  readonly ending: 'wait' | 'reset' | 'end' | 'trickle';
};

const CRLF = '\r\n';

/** Targets that may break a URL parser, a router or a proxy. */
const TARGETS = [
  '//',
  '///',
  '//:99999/',
  '//a:b@:0/',
  'http://[',
  'http://a:99999/',
  'http://[::1',
  'http://%00/',
  '/%',
  '/%zz',
  '/%c0%ae%c0%ae/',
  '/../../etc/passwd',
  '/h5/..%2f..%2fpackage.json',
  '/h5/%00',
  '/api//',
  '/api/%ff',
  '/api/user/info?%',
  '/api/user/info?a[]=1&a[__proto__]=2',
  '/socket.io/?EIO=4&transport=polling&sid=%00',
  '/socket.io/?EIO=9&transport=nonsense',
  '/socket.io/?sid=__proto__',
  '/socket.io/?EIO=4&transport=websocket',
  '//socket.io/',
  '/socket.io',
  '*',
  '?',
  '#',
  '\\',
  '/\\..\\',
  `/${'a'.repeat(9_000)}`,
  `/api/${'%41'.repeat(2_000)}`,
  `/api/user/info?${'a=1&'.repeat(2_500)}`,
  '/api/\u00ff\u00fe',
] as const;

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PATCH', 'NONSENSE', 'get', ''];

const HEADERS = [
  'Host: x',
  'Host:',
  'Host: a\u0000b',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Upgrade: websocket',
  'Connection: keep-alive, Upgrade, close',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 5\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding : chunked',
  'Expect: 100-continue',
  'Expect: nonsense',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=',
  'Content-Type: application/x-www-form-urlencoded',
  'Accept-Encoding: br;q=0, gzip;q=x, *;q=',
  'X-Forwarded-For: 1.1.1.1, , %%, ::ffff:999.1.1.1',
  'Authorization: Bearer \u00ff\u00ff',
  'Idempotency-Key: not-a-key',
  'Origin: null',
  'Cookie: =;=;=',
  ' folded: line',
  'no colon here',
  `X-Long: ${'a'.repeat(20_000)}`,
  'X-Bare:\ra',
] as const;

const BODIES = [
  '',
  '{"a":',
  '{"__proto__":{"a":1},"constructor":null}',
  '['.repeat(30_000),
  'a=%zz&b=%',
  '5\r\nhello\r\n0\r\n\r\n',
  'zzz\r\nhello\r\n',
  'ffffffffffffffff\r\nx',
  '\u0000\u0001\u0002',
  '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n',
  '--\r\nContent-Disposition: form-data; name="file"\r\n\r\n',
  '\u0081\u0085\u0000\u0000\u0000\u0000hello', // A masked frame, where a socket was opened.
  '\u0081\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff', // A frame that claims 2^64 bytes.
] as const;

const VERSIONS = ['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'http/1.1', ''];
const ENDINGS = ['wait', 'wait', 'wait', 'reset', 'end', 'trickle'] as const;

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random(items.length)] as Item; // Below its length.

/** Creates a request that no browser would send. About a quarter is truncated, and some have single bytes changed. */
export function makeAttack(random: Random): Attack {
  const method = pick(random, METHODS);
  const target = pick(random, TARGETS);
  const version = pick(random, VERSIONS);
  const headers = Array.from({ length: random(4) }, () => pick(random, HEADERS));
  const body = random(2) === 0 ? '' : pick(random, BODIES);
  const text = [`${method} ${target} ${version}`, ...headers].join(CRLF) + CRLF + CRLF + body;
  const bytes = Buffer.from(text, 'latin1');
  for (let changes = random(4) === 0 ? random(5) : 0; changes > 0; changes--) bytes[random(bytes.length)] = random(256);
  const cut = random(4) === 0 ? bytes.subarray(0, 1 + random(bytes.length)) : bytes;
  return {
    name: `${method} ${target.slice(0, 40)} ${headers.join(' | ').slice(0, 80)}`,
    bytes: cut,
    ending: pick(random, ENDINGS),
  };
}

/** Returns the attacks found in review: each target as an upgrade, which crashed the edge. */
export const knownAttacks = (): readonly Attack[] =>
  TARGETS.map((target) => ({
    name: `upgrade ${target.slice(0, 40)}`,
    bytes: Buffer.from(
      `GET ${target} HTTP/1.1${CRLF}Host: x${CRLF}Connection: Upgrade${CRLF}Upgrade: websocket${CRLF}${CRLF}`,
      'latin1',
    ),
    ending: 'wait',
  }));
