import { isPassedOn } from './headers.ts';

/** The upstream sent something that is not exactly one HTTP/1.1 response with a known length. */
export class BrokenResponse extends Error {}

export type ResponseHead = {
  readonly status: number;
  /** Name, value, name, value: without those that belong to the connection. */
  readonly headers: string[];
  readonly contentType: string;
  readonly isEncoded: boolean;
  /** Bytes of the body; undefined if it is chunked. */
  readonly length: number | undefined;
};

export type ResponseParts = { onHead(head: ResponseHead): void; onBody(part: Buffer): void };

/** A head, a chunk's length or a trailer longer than this is broken. */
const LINE_BYTES_MAX = 16 * 1024;
const KEEP_ALIVE_MS_DEFAULT = 4_000;
const HEAD_END = '\r\n\r\n';

/**
 * Parses the response of one of our own processes from its bytes, however they are cut. Strict, because it decides
 * where a response ends: whatever our processes do not send is broken, and the connection is not used again.
 */
export class ResponseParser {
  readonly #parts: ResponseParts;
  readonly #isHead: boolean;
  #state: 'head' | 'body' | 'chunk-length' | 'chunk' | 'chunk-end' | 'trailer' | 'done' = 'head';
  /** Bytes still to come of the body or the chunk. */
  #left = 0;
  #rest: Buffer | undefined;
  /** Time for which the upstream keeps the connection after this response: 0 if it closes it. */
  keepAliveMs = 0;

  /** A response to `HEAD` has no body, whatever length it states. */
  constructor(parts: ResponseParts, { isHead }: { isHead: boolean }) {
    this.#parts = parts;
    this.#isHead = isHead;
  }

  /** Takes the next bytes, and returns whether the response is complete. */
  push(data: Buffer): boolean {
    const bytes = this.#rest === undefined ? data : Buffer.concat([this.#rest, data]);
    this.#rest = undefined;
    let at = 0;
    while (this.#state !== 'done') {
      const next = this.#take(bytes, at);
      if (next === undefined) {
        if (bytes.length - at > LINE_BYTES_MAX) throw new BrokenResponse('a line is too long');
        if (at < bytes.length) this.#rest = bytes.subarray(at);
        return false;
      }
      at = next;
    }
    if (at < bytes.length) throw new BrokenResponse('bytes follow the end');
    return true;
  }

  /** Takes one element at a position, and returns where the next begins; undefined if it has not all arrived. */
  #take(bytes: Buffer, at: number): number | undefined {
    switch (this.#state) {
      case 'head':
        return this.#takeHead(bytes, at);
      case 'body':
      case 'chunk':
        return this.#takeBody(bytes, at);
      case 'chunk-length':
        return this.#takeChunkLength(bytes, at);
      default:
        return this.#takeLine(bytes, at);
    }
  }

  #takeHead(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf(HEAD_END, at, 'latin1');
    if (end === -1) return undefined;
    const { framing, keepAliveMs, ...head } = parseHead(bytes.toString('latin1', at, end + 2));
    const next = end + HEAD_END.length;
    if (head.status < 200) return next; // Informational: the response follows.
    this.keepAliveMs = keepAliveMs;
    const hasBody = !this.#isHead && head.status !== 204 && head.status !== 304;
    if (hasBody && framing === undefined) throw new BrokenResponse('the length is unknown');
    this.#left = hasBody && typeof framing === 'number' ? framing : 0;
    const isChunked = hasBody && framing === 'chunked';
    this.#state = isChunked ? 'chunk-length' : this.#left > 0 ? 'body' : 'done';
    this.#parts.onHead({ ...head, length: isChunked ? undefined : this.#left });
    return next;
  }

  #takeBody(bytes: Buffer, at: number): number | undefined {
    if (at === bytes.length) return undefined;
    const end = Math.min(at + this.#left, bytes.length);
    this.#left -= end - at;
    if (this.#left === 0) this.#state = this.#state === 'body' ? 'done' : 'chunk-end';
    this.#parts.onBody(bytes.subarray(at, end));
    return end;
  }

  #takeChunkLength(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf('\r\n', at, 'latin1');
    if (end === -1) return undefined;
    const [, digits] = CHUNK_LENGTH.exec(bytes.toString('latin1', at, end)) ?? [];
    if (digits === undefined) throw new BrokenResponse('a chunk has no length');
    this.#left = Number.parseInt(digits, 16);
    this.#state = this.#left > 0 ? 'chunk' : 'trailer';
    return end + 2;
  }

  /** Takes the empty line after a chunk, or a trailer, which is dropped; an empty trailer ends the response. */
  #takeLine(bytes: Buffer, at: number): number | undefined {
    const end = bytes.indexOf('\r\n', at, 'latin1');
    if (end === -1) return undefined;
    if (this.#state === 'chunk-end') {
      if (end !== at) throw new BrokenResponse('a chunk is longer than its length');
      this.#state = 'chunk-length';
    } else if (end === at) this.#state = 'done';
    return end + 2;
  }
}

const CHUNK_LENGTH = /^([\da-f]{1,8})(?:[\t ]*;[\t\x20-\x7e]*)?$/i;
const STATUS_LINE = /^HTTP\/1\.1 ([1-5]\d\d)(?: |\r)/;
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: These are what no header may contain.
const NOT_A_VALUE = /[\x00-\x08\x0a-\x1f\x7f]/;

type ParsedHead = Omit<ResponseHead, 'length'> & {
  readonly framing: number | 'chunked' | undefined;
  readonly keepAliveMs: number;
};

/** Parses the lines of a head, each with its end. */
function parseHead(text: string): ParsedHead {
  const status = Number(STATUS_LINE.exec(text)?.[1]);
  if (Number.isNaN(status) || status === 101) throw new BrokenResponse('no status line');
  const headers: string[] = [];
  let framing: ParsedHead['framing'];
  let contentType = '';
  let isEncoded = false;
  let keepAliveMs = KEEP_ALIVE_MS_DEFAULT;
  let isClosing = false;
  for (let at = text.indexOf('\r\n') + 2, end: number; at < text.length; at = end + 2) {
    end = text.indexOf('\r\n', at);
    const colon = text.indexOf(':', at);
    const name = text.slice(at, colon).toLowerCase();
    const value = text.slice(colon + 1, end).trim();
    if (colon > end || !NAME.test(name) || NOT_A_VALUE.test(value)) throw new BrokenResponse('a header is malformed');
    if (name === 'content-length' || name === 'transfer-encoding') {
      if (framing !== undefined) throw new BrokenResponse('two lengths');
      framing = framingOf(name, value);
    } else if (name === 'connection') isClosing = /\bclose\b/i.test(value);
    else if (name === 'keep-alive') keepAliveMs = keepAliveOf(value);
    else if (name === 'content-type') contentType = value;
    else if (name === 'content-encoding') isEncoded = true;
    if (isPassedOn(name)) headers.push(name, value);
  }
  return { status, headers, framing, contentType, isEncoded, keepAliveMs: isClosing ? 0 : keepAliveMs };
}

function framingOf(name: string, value: string): number | 'chunked' {
  if (name === 'content-length' && /^\d{1,15}$/.test(value)) return Number(value);
  if (name === 'transfer-encoding' && value.toLowerCase() === 'chunked') return 'chunked';
  throw new BrokenResponse('the length is malformed');
}

/** Returns the stated time less a second: a request must not meet a connection that is being closed. */
function keepAliveOf(value: string): number {
  const [, seconds] = /\btimeout=(\d{1,6})\b/.exec(value) ?? [];
  return seconds === undefined ? KEEP_ALIVE_MS_DEFAULT : (Number(seconds) - 1) * 1_000;
}
