import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { type Compression, compressionFor } from './edge-compress.ts';
import { openRequest, passedOn } from './edge-request.ts';
import { markDown, type Upstream, type Upstreams } from './edge-upstreams.ts';

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
    const abandon = () => outgoing.destroy();
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
