import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline, type Writable } from 'node:stream';
import { compressionFor } from './compress.ts';
import type { Connection, Exchange } from './connection.ts';
import { type Stated, writeHead } from './headers.ts';
import type { ResponseHead } from './response-parser.ts';
import { connectTo, markDown, takeIdle, type Upstream, type Upstreams } from './upstreams.ts';

/**
 * `unsent`: certainly nothing happened. `unknown`: it broke after sending, and only the idempotency record shows the
 * outcome.
 */
export type ForwardFailure = { readonly outcome: 'unsent' | 'unknown'; readonly cause?: unknown };

export type Forwarding = Stated & {
  readonly upstreams: Upstreams;
  /** In the order they are tried. */
  readonly candidates: readonly Upstream[];
  /** Whether a request that was certainly not sent may be sent to the next candidate. */
  readonly mayMoveOn: boolean;
  /** Whether a large response is compressed on its way. */
  readonly compresses: boolean;
};

/**
 * A body or response of up to this size is passed on whole, in one write; a larger one in parts. Bodies are held for as
 * long as a client takes to send them, on every connection it opens, so they are allowed less.
 */
const WHOLE_BODY_BYTES_MAX = 16 * 1024;
const WHOLE_RESPONSE_BYTES_MAX = 64 * 1024;

/** Forwards one request and its response. Never sends a request twice; failures are reported, not hidden. */
export async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  how: Forwarding,
): Promise<ForwardFailure | undefined> {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  const isWhole = encoding === undefined && Number(length ?? 0) <= WHOLE_BODY_BYTES_MAX;
  const body = isWhole && length !== undefined ? await readBody(incoming) : '';
  if (body === undefined) return undefined; // The client left; nothing was sent.
  const head = writeHead(incoming, how);
  for (const upstream of how.mayMoveOn ? how.candidates : how.candidates.slice(0, 1)) {
    const connection = takeIdle(upstream) ?? (await connectTo(how.upstreams, upstream));
    if (response.destroyed) return void connection?.destroy();
    if (connection !== undefined)
      return await new Promise((resolve) => {
        const answer = new Answer(incoming, response, { connection, compresses: how.compresses, resolve });
        connection.send(head + body, answer, { isHead: incoming.method === 'HEAD', isWhole });
        if (!isWhole) answer.sendBody(encoding !== undefined);
      });
    markDown(upstream);
  }
  return { outcome: 'unsent' };
}

/** Reads a small body, as latin1; undefined if the client leaves before its end. */
function readBody(incoming: IncomingMessage): Promise<string | undefined> {
  return new Promise((resolve) => {
    let body = '';
    incoming.on('data', (part: Buffer) => {
      body += part.toString('latin1');
    });
    incoming.once('end', () => resolve(body));
    incoming.once('close', () => resolve(undefined));
  });
}

type Resolve = (failure: ForwardFailure | undefined) => void;

/** The response of an upstream on its way to the client. */
class Answer implements Exchange {
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #connection: Connection;
  readonly #compresses: boolean;
  readonly #resolve: Resolve;
  #head: ResponseHead | undefined;
  #whole: Buffer | undefined;
  /** Where parts go once the head was sent. */
  #sink: Writable | undefined;
  /** Whether the sink is full, and the upstream waits until it has drained. */
  #isPaused = false;
  #isOver = false;

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    { connection, compresses, resolve }: { connection: Connection; compresses: boolean; resolve: Resolve },
  ) {
    this.#incoming = incoming;
    this.#response = response;
    this.#connection = connection;
    this.#compresses = compresses;
    this.#resolve = resolve;
    response.once('close', () => this.#onClose());
  }

  /** Sends a body in parts, as fast as the upstream takes them. What arrives after the answer is read and dropped. */
  sendBody(isChunked: boolean): void {
    const incoming = this.#incoming;
    const resume = () => incoming.resume();
    incoming.on('data', (part: Buffer) => {
      if (this.#isOver) return;
      if (!this.#connection.sendPart(isChunked ? asChunk(part) : part, resume)) incoming.pause();
    });
    incoming.once('end', () => {
      if (!this.#isOver) this.#connection.endParts(isChunked ? '0\r\n\r\n' : '');
    });
  }

  onHead(head: ResponseHead): void {
    this.#head = head;
    if (head.length === undefined || head.length > WHOLE_RESPONSE_BYTES_MAX) this.#sink = this.#start(head);
  }

  onBody(part: Buffer): void {
    if (this.#sink === undefined) this.#whole = this.#whole === undefined ? part : Buffer.concat([this.#whole, part]);
    else if (!this.#sink.write(part) && !this.#isPaused) {
      this.#isPaused = true; // What has been read already still arrives.
      this.#connection.pause();
      this.#sink.once('drain', () => {
        this.#isPaused = false;
        if (!this.#isOver) this.#connection.resume();
      });
    }
  }

  onEnd(): void {
    if (this.#sink !== undefined) this.#sink.end();
    else if (this.#head !== undefined) this.#sendWhole(this.#head, this.#whole);
    this.#finish(undefined);
  }

  /** A response that breaks half way breaks the client's connection too. */
  onBroken(cause: unknown): void {
    if (this.#response.headersSent) this.#response.destroy();
    this.#finish(this.#response.destroyed ? undefined : { outcome: 'unknown', cause });
  }

  /** Sends the head, and returns where the body goes. */
  #start(head: ResponseHead): Writable {
    const compression = this.#compresses ? compressionFor(this.#incoming, head) : undefined;
    this.#response.writeHead(head.status, compression?.headers ?? head.headers);
    if (compression === undefined) return this.#response;
    pipeline(compression.stream, this.#response, () => {}); // A failure closes the response.
    return compression.stream;
  }

  #sendWhole(head: ResponseHead, whole: Buffer = NO_BYTES): void {
    const sink = this.#start(head);
    if (sink !== this.#response) sink.end(whole);
    // As text, Node writes it together with the head.
    else this.#response.end(whole.toString('latin1'), 'latin1');
  }

  /** The client left: the upstream learns it by its connection. */
  #onClose(): void {
    if (this.#isOver) return;
    this.#connection.destroy();
    this.#finish(undefined);
  }

  /** Ends the exchange. A body that was refused before it was sent is read to its end: its connection is used again. */
  #finish(failure: ForwardFailure | undefined): void {
    this.#isOver = true;
    if (!this.#incoming.complete) this.#incoming.resume();
    this.#resolve(failure);
  }
}

const NO_BYTES = Buffer.alloc(0);

/** Frames a part of a body whose length is not known. */
const asChunk = (part: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`, 'latin1'), part, Buffer.from('\r\n', 'latin1')]);
