import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { openRequest, passedOn } from './request.ts';
import { markDown, type Upstream, type Upstreams } from './upstreams.ts';

/**
 * `unsent`: certainly nothing happened. `unknown`: it broke after sending, and only the idempotency record shows the
 * outcome.
 */
export type ForwardFailure = 'unsent' | 'unknown';

export type Forwarding = {
  /** In the order they are tried. */
  readonly candidates: readonly Upstream[];
  readonly agent: Upstreams['agent'];
  /** Whether a request that was certainly not sent may be sent to the next candidate. */
  readonly mayMoveOn: boolean;
  readonly timeoutMs: number;
  /** Client address passed to the upstream. */
  readonly client: string;
  /** Whether a large response is compressed on its way. */
  readonly compresses: boolean;
};

/** Forwards one request and its response. Never sends a request twice; failures are reported, not hidden. */
export async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { candidates, mayMoveOn, ...how }: Forwarding,
): Promise<ForwardFailure | undefined> {
  let failure: ForwardFailure | undefined = 'unsent';
  for (const upstream of mayMoveOn ? candidates : candidates.slice(0, 1)) {
    failure = await forwardTo(incoming, response, { upstream, ...how });
    if (failure !== 'unsent') break;
    markDown(upstream);
  }
  return failure;
}

function forwardTo(
  incoming: IncomingMessage,
  response: ServerResponse,
  {
    upstream,
    agent,
    client,
    timeoutMs,
    compresses,
  }: { upstream: Upstream } & Omit<Forwarding, 'candidates' | 'mayMoveOn'>,
): Promise<ForwardFailure | undefined> {
  return new Promise((resolve) => {
    const onConnected = () => incoming.pipe(attempt.outgoing);
    const attempt = openRequest(incoming, upstream, { agent, client, onConnected });
    const { outgoing, wasConnected } = attempt;
    // A body that was refused before it was sent is read to its end: the connection may carry another request.
    const abandon = () => {
      incoming.unpipe(outgoing);
      incoming.resume();
      outgoing.destroy();
    };
    response.once('close', abandon);
    outgoing.setTimeout(timeoutMs, () => outgoing.destroy(new Error('no answer in time')));
    outgoing.once('response', (answer) => {
      const compression = compresses ? compressionFor(incoming, answer) : undefined;
      response.writeHead(answer.statusCode ?? 502, headersOf(answer, compression));
      // A broken response breaks the client's connection too.
      const done = () => resolve(undefined);
      if (compression === undefined) pipeline(answer, response, done);
      else pipeline(answer, compression.stream, response, done);
    });
    outgoing.once('error', () => {
      response.off('close', abandon);
      if (response.headersSent) response.destroy();
      resolve(response.headersSent || response.destroyed ? undefined : wasConnected() ? 'unknown' : 'unsent');
    });
  });
}

function headersOf(answer: IncomingMessage, compression: Compression | undefined): OutgoingHttpHeaders {
  const { 'content-length': length, ...headers } = passedOn(answer.headers);
  return {
    ...headers,
    ...(compression === undefined ? length !== undefined && { 'content-length': length } : compression.headers),
  };
}

/** Minimum size: below this, compression hardly saves anything. */
const BYTES_MIN = 1_024;
const TEXT = /^(?:application\/(?:json|problem\+json)|text\/)/;
/** Fast enough to run on every response. */
const BROTLI_QUALITY = 4;

type Compression = { readonly stream: Transform; readonly headers: OutgoingHttpHeaders };

/**
 * Returns how to compress an API response on its way out; undefined if it is small, not text, or already compressed.
 */
function compressionFor(request: IncomingMessage, answer: IncomingMessage): Compression | undefined {
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
