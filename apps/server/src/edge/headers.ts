import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { assert } from '@app/base';

/** Headers that belong to one connection, or claims about the client that only the edge may make. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'forwarded',
  'x-real-ip',
]);

/** Whether a header, named in lower case, is passed on. */
export const isPassedOn = (name: string): boolean =>
  !NOT_PASSED_ON.has(name) && !name.startsWith('x-forwarded-') && !name.startsWith('proxy-');

export const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => isPassedOn(name)));

/** What the edge itself states about a request. */
export type Stated = { readonly client: string; readonly traceparent: string };

// Node's parser lets none of these through; written by hand, one would begin a second request.
const ENDS_LINE = /[\0\r\n]/;
const NOT_A_TARGET = /[^\x21-\xff]/;

/** Writes the head of a request for an upstream, in latin1. Its body has the client's length, or is chunked if it had none. */
export function writeHead({ method, url = '', headers }: IncomingMessage, { client, traceparent }: Stated): string {
  assert(!NOT_A_TARGET.test(url), 'the target of a request is one word');
  const isChunked = headers['transfer-encoding'] !== undefined;
  let text = `${method} ${url} HTTP/1.1\r\nx-forwarded-for: ${client}\r\ntraceparent: ${traceparent}\r\n`;
  if (isChunked) text += 'transfer-encoding: chunked\r\n';
  if (headers.host === undefined) text += 'host: edge\r\n'; // HTTP/1.0 does not require it, HTTP/1.1 does.
  for (const name in headers) {
    if (name === 'traceparent' || (name === 'content-length' && isChunked) || !isPassedOn(name)) continue;
    const value = headers[name];
    const line = Array.isArray(value) ? value.join(', ') : `${value}`;
    assert(!ENDS_LINE.test(line), 'a header is one line');
    text += `${name}: ${line}\r\n`;
  }
  return `${text}\r\n`;
}
