import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress, isNetwork, trustProxies } from './client-address.ts';

const request = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

const ours = trustProxies(['127.0.0.0/8', '10.0.0.0/8', '::1', 'fd00::/8']);

describe('the client’s address', () => {
  it.each([
    ['of a stranger is its own, whatever it claims', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['behind one proxy is what the proxy saw', '127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['behind one proxy is not what the client wrote before it', '127.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['behind two proxies is the last hop that is not ours', '::1', '1.1.1.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['of our own machine is its own', '127.0.0.1', '10.0.0.7', '10.0.0.7'],
    ['ends at a hop that is no address', '127.0.0.1', '203.0.113.9, unknown', '127.0.0.1'],
    ['is seen through an IPv6 socket', '::ffff:127.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['may be IPv6', 'fd00::1', '2001:db8::7', '2001:db8::7'],
    ['without a header is the peer', '127.0.0.1', undefined, '127.0.0.1'],
  ])('%s', (_name, peer, forwarded, expected) => expect(clientAddress(request(peer, forwarded), ours)).toBe(expected));

  it('given no trusted proxy, then no header has any effect', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (header, peer) => {
        expect(clientAddress(request(peer, header), trustProxies([]))).toBe(peer);
      }),
    );
  });

  it('given a proxy that appends, then nothing the client wrote has any effect', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV6(), (written, client) => {
        const foreign = `2${client.replace(/^[^:]*/, '').padStart(1, ':')}`; // Outside our own networks.
        if (!isNetwork(foreign)) return;
        expect(clientAddress(request('127.0.0.1', `${written}, ${foreign}`), ours)).toBe(foreign);
      }),
    );
  });
});

describe('a network', () => {
  it.each(['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8', '0.0.0.0/0'])('%s is one', (text) =>
    expect(isNetwork(text)).toBe(true),
  );
  it.each(['', 'localhost', '10.0.0.0/33', '10.0.0/8', '::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/-1'])(
    '%s is none',
    (text) => expect(isNetwork(text)).toBe(false),
  );
});
