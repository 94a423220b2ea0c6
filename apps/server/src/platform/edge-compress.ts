import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** Minimum size: below this, compression hardly saves anything. */
const BYTES_MIN = 1_024;
const TEXT = /^(?:application\/(?:json|problem\+json)|text\/)/;
/** Fast enough to run on every response. */
const BROTLI_QUALITY = 4;

export type Compression = { readonly stream: Transform; readonly headers: OutgoingHttpHeaders };

/**
 * Returns how to compress an API response on its way out; undefined if it is small, not text, or already compressed.
 */
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

/** Chooses the encoding. `br;q=0` excludes brotli; the order of the header does not matter. */
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
