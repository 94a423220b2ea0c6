import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { writeHead } from './headers.ts';

const STATED = { client: '203.0.113.9', traceparent: '00-a-b-00' };
const requestWith = (headers: object, url = '/api/x') => ({ method: 'POST', url, headers }) as IncomingMessage;

describe('the head of a forwarded request', () => {
  it('has what the edge states itself, and nothing that belongs to the connection or that a client claims', () => {
    const claims = {
      forwarded: 'for=6.6.6.6',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-proto': 'x',
      'x-real-ip': '6',
    };
    const hops = { connection: 'close', 'keep-alive': '1', te: 'x', trailer: 'x', upgrade: 'x', expect: 'x' };
    const more = { 'proxy-authorization': 'x', 'content-length': '3', traceparent: 'x' };
    expect(writeHead(requestWith({ host: 'a', ...claims, ...hops, ...more, accept: 'b' }), STATED)).toBe(
      'POST /api/x HTTP/1.1\r\nx-forwarded-for: 203.0.113.9\r\ntraceparent: 00-a-b-00\r\nhost: a\r\ncontent-length: 3\r\naccept: b\r\n\r\n',
    );
  });

  it('states one length at most, and always a host', () => {
    const both = { host: 'a', 'content-length': '3', 'transfer-encoding': 'gzip, chunked' };
    expect(writeHead(requestWith(both), STATED)).toMatch(/00\r\ntransfer-encoding: chunked\r\nhost: a\r\n\r\n$/);
    expect(writeHead(requestWith({}), STATED)).toMatch(/00\r\nhost: edge\r\n\r\n$/);
  });

  it.each([
    ['a header', requestWith({ a: 'b\r\nc: d' })],
    ['a header that ends with a line feed', requestWith({ a: 'b\n' })],
    ['several values', requestWith({ a: ['b', 'c\rd'] })],
    ['the target', requestWith({}, '/api/x HTTP/1.1\r\n\r\nGET /api/y')],
  ])('given a line end in %s, then nothing is written', (_name, request) => {
    expect(() => writeHead(request, STATED)).toThrow(/is one/);
  });
});
