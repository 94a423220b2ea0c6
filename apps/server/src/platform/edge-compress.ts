import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** Below this the compressed answer is hardly smaller. */
const BYTES_MIN = 1_024;
const TEXT = /^(?:application\/(?:json|problem\+json)|text\/)/;
/** Fast enough to run on every answer. */
const BROTLI_QUALITY = 4;

export type Compression = { readonly stream: Transform; readonly headers: OutgoingHttpHeaders };

/** How an answer of the API is compressed on its way out; nothing where it is small, no text, or compressed already. */
export function compressionFor(request: IncomingMessage, answer: IncomingMessage): Compression | undefined {
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
  if (encoding === undefined || request.method === 'HEAD' || !isWorthIt(answer)) return undefined;
  const stream =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : createGzip();
  return { stream, headers: { 'content-encoding': encoding, vary: 'accept-encoding' } };
}

function isWorthIt({ statusCode = 0, headers }: IncomingMessage): boolean {
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY);
  const hasBody = statusCode !== 204 && statusCode !== 304;
  return hasBody && bytes >= BYTES_MIN && headers['content-encoding'] === undefined && isText(headers);
}

const isText = ({ 'content-type': type = '' }: IncomingHttpHeaders) => TEXT.test(type);

/** `br;q=0` says no to it; the order of the header does not matter. */
function chooseEncoding(accepted: string): 'br' | 'gzip' | undefined {
  const names = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => weight === undefined || !/^q=0(?:\.0*)?$/.test(weight))
    .map(([name]) => name);
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : undefined;
}
