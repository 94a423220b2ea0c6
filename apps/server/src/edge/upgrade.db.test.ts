import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { silent } from '../../test/testbed.ts';
import { forwardUpgrades } from './upgrade.ts';
import { openUpstreams } from './upstreams.ts';

const closers: (() => unknown)[] = [];
afterAll(() => {
  for (const close of closers) close();
});

/** A client's socket that has been destroyed and never closes, as between a reset and the event loop's closing phase. */
class ClosingSocket extends Duplex {
  constructor() {
    super({ emitClose: false });
  }
  override _read(): void {}
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

describe('a client that leaves while its upgrade is answered', () => {
  it('given the gateway refuses, then the refusal goes nowhere and nothing is thrown', async () => {
    const client = new ClosingSocket();
    const answered = Promise.withResolvers<void>();
    const gateway = createServer((_request, response) => {
      client.destroy();
      response.once('close', answered.resolve);
      response.writeHead(400).end('no');
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    closers.push(() => gateway.close());
    const { port } = gateway.address() as AddressInfo;
    const server = new EventEmitter() as Server; // Only its event is used.
    const gateways = openUpstreams([`http://127.0.0.1:${port}`], 5_000);
    forwardUpgrades(server, { gateways, isTrusted: () => false, log: silent });
    const incoming = {
      method: 'GET',
      url: '/socket.io/?EIO=4',
      headers: { upgrade: 'websocket' },
      socket: { remoteAddress: '127.0.0.1' },
    };
    server.emit('upgrade', incoming as IncomingMessage, client);
    await answered.promise;
    const read = () =>
      new Promise<number>((resolve, reject) =>
        gateway.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      );
    await expect.poll(read).toBe(0); // The edge has read the answer and closed its connection.
  });
});
