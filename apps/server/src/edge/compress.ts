import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { ResponseHead } from './response-parser.ts';

/** Minimum size: below this, compression hardly saves anything. */
const BYTES_MIN = 1_024;
const TEXT = /^(?:application\/(?:json|problem\+json)|text\/)/;
/** Fast enough to run on every response. */
const BROTLI_QUALITY = 4;

export type Compression = { readonly stream: Transform; readonly headers: string[] };

/**
 * Returns how to compress an API response on its way out; undefined if it is small, not text, or already compressed.
 */
export function compressionFor(request: IncomingMessage, head: ResponseHead): Compression | undefined {
  if ((head.length ?? Number.POSITIVE_INFINITY) < BYTES_MIN || head.isEncoded || !TEXT.test(head.contentType))
    return undefined;
  const encoding = chooseEncoding(request.headers['accept-encoding'] ?? '');
  if (encoding === undefined) return undefined;
  const stream =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : createGzip();
  return { stream, headers: compressedHeaders(head.headers, encoding) };
}

/** Returns the headers of the compressed response: its length is unknown. */
function compressedHeaders(headers: readonly string[], encoding: string): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2);
    if (name !== 'content-length' && name !== 'vary') kept.push(name, value);
  }
  return [...kept, 'content-encoding', encoding, 'vary', 'accept-encoding'];
}

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
