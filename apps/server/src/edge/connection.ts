import { connect, type Socket } from 'node:net';
import { ResponseParser, type ResponseParts } from './response-parser.ts';

/** What a connection reports about the one request it carries: parts, then exactly one of `onEnd` and `onBroken`. */
export type Exchange = ResponseParts & { onEnd(): void; onBroken(cause: unknown): void };

/** Who keeps a connection: gets it when it may carry another request, and learns when it has closed. */
export type Keeper = { onIdle(connection: Connection): void; onClosed(connection: Connection): void };

const CONNECT_MS_MAX = 3_000;

/**
 * A connection to an upstream that carries one request at a time. Ours and not Node's client, which costs almost as much
 * as the rest of forwarding an order (decision 18).
 */
export class Connection {
  readonly #socket: Socket;
  readonly #keeper: Keeper;
  #exchange: Exchange | undefined;
  #parser: ResponseParser | undefined;
  #cause: unknown;
  #isSent = false;
  #idleUntilMs = 0;

  /** Takes a connected socket. */
  constructor(socket: Socket, keeper: Keeper) {
    this.#socket = socket;
    this.#keeper = keeper;
    socket.on('data', (data) => this.#onData(data));
    socket.on('end', () => socket.destroy());
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
    socket.on('error', (error) => {
      this.#cause ??= error;
    });
    socket.once('close', () => this.#break());
  }

  /** Whether a request may be sent: the upstream is not about to close the connection. */
  isUsable(): boolean {
    return !this.#socket.destroyed && performance.now() < this.#idleUntilMs;
  }

  /** Sends the head of a request, with its body if that is known. From here on it may have taken effect. */
  send(text: string, exchange: Exchange, { isHead, isWhole }: { isHead: boolean; isWhole: boolean }): void {
    this.#exchange = exchange;
    this.#isSent = isWhole;
    this.#parser = new ResponseParser(exchange, { isHead });
    this.#socket.write(text, 'latin1');
  }

  /** Sends a part of the body; false if `onDrain` will ask for the next one. */
  sendPart(part: Buffer, onDrain: () => void): boolean {
    const isRoom = this.#socket.write(part);
    if (!isRoom) this.#socket.once('drain', onDrain);
    return isRoom;
  }

  /** Ends a body that was sent in parts. */
  endParts(last: string): void {
    if (last !== '') this.#socket.write(last, 'latin1');
    this.#isSent = true;
  }

  /** Stops reading the response while the client is slower than the upstream. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends the connection and, without a report, the request it carries. */
  destroy(): void {
    this.#release();
    this.#socket.destroy();
  }

  #onData(data: Buffer): void {
    const exchange = this.#exchange;
    const parser = this.#parser;
    // Nobody asked: what it is belongs to no request.
    if (exchange === undefined || parser === undefined) return void this.#socket.destroy();
    try {
      if (!parser.push(data)) return;
      exchange.onEnd();
      this.#release();
      this.#free(parser.keepAliveMs);
    } catch (error) {
      this.#cause = error;
      this.#socket.destroy();
    }
  }

  /** A request that was answered before all of it was sent leaves a connection that nobody can use. */
  #free(keepAliveMs: number): void {
    if (!this.#isSent) return void this.#socket.destroy();
    this.#idleUntilMs = performance.now() + keepAliveMs;
    this.#socket.resume(); // It may have been paused for a slow client.
    this.#keeper.onIdle(this);
  }

  #break(): void {
    const exchange = this.#exchange;
    this.#release();
    this.#keeper.onClosed(this);
    exchange?.onBroken(this.#cause);
  }

  /** Lets go of the request: an idle connection must not keep it in memory. */
  #release(): void {
    this.#exchange = undefined;
    this.#parser = undefined;
  }
}

/** Connects; undefined if the upstream cannot be reached in time. Without any data for `timeoutMs` it is closed. */
export function openConnection(
  { hostname, port }: URL,
  timeoutMs: number,
  keeper: Keeper,
): Promise<Connection | undefined> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, ''); // An IPv6 address.
    const socket = connect({ host, port: Number(port) || 80, noDelay: true, timeout: CONNECT_MS_MAX });
    const fail = () => {
      socket.destroy();
      resolve(undefined);
    };
    socket.once('timeout', fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('timeout', fail);
      socket.off('error', fail);
      socket.setTimeout(timeoutMs);
      resolve(new Connection(socket, keeper));
    });
  });
}
