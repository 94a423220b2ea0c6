import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrokenResponse, type ResponseHead, ResponseParser } from './response-parser.ts';

/** Parses pieces, and returns what was found and after which piece it was complete. */
function parse(pieces: readonly Buffer[], isHead = false) {
  const heads: ResponseHead[] = [];
  const parts: Buffer[] = [];
  const parser = new ResponseParser(
    { onHead: (head) => heads.push(head), onBody: (part) => parts.push(part) },
    { isHead },
  );
  const completed = pieces.map((piece) => parser.push(piece));
  return { head: heads[0], heads, body: Buffer.concat(parts), completed, keepAliveMs: parser.keepAliveMs };
}

const parseText = (text: string, isHead = false) => parse([Buffer.from(text, 'latin1')], isHead);

const chunked = (chunks: readonly Uint8Array[], trailer: string) =>
  Buffer.concat([
    ...chunks.flatMap((chunk) => [Buffer.from(`${chunk.length.toString(16)};x=1\r\n`), chunk, Buffer.from('\r\n')]),
    Buffer.from(`0\r\n${trailer}\r\n`),
  ]);

const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { maxLength: 5 });
const response = fc.record({ chunks, isChunked: fc.boolean(), trailer: fc.constantFrom('', 'x-sum: 1\r\n') });

describe('a response', () => {
  it('is the same however its bytes are cut, and complete exactly at its last byte', () => {
    fc.assert(
      fc.property(response, fc.array(fc.nat(600), { maxLength: 8 }), ({ isChunked, trailer, ...sent }, cuts) => {
        const body = Buffer.concat(sent.chunks);
        const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
        const early = 'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n';
        const head = `${early}HTTP/1.1 200 OK\r\nX-Name: \u00e9 a: b \r\n${framing}\r\nConnection: keep-alive\r\n\r\n`;
        const bytes = Buffer.concat([Buffer.from(head, 'latin1'), isChunked ? chunked(sent.chunks, trailer) : body]);
        const at = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
        const found = parse(at.slice(1).map((end, index) => bytes.subarray(at[index], end)));
        expect(found.heads).toHaveLength(1);
        expect(found.head).toMatchObject({ status: 200, length: isChunked ? undefined : body.length });
        expect(found.head?.headers.slice(0, 2)).toEqual(['x-name', '\u00e9 a: b']);
        expect(found.body).toEqual(body);
        expect(found.completed.indexOf(true)).toBe(found.completed.length - 1);
      }),
    );
  });

  it('given headers of the connection, then they are not passed on', () => {
    const { head } = parseText(
      'HTTP/1.1 200 OK\r\nconnection: keep-alive\r\nkeep-alive: timeout=72\r\nproxy-authenticate: x\r\ncontent-length: 0\r\netag: "1"\r\n\r\n',
    );
    expect(head?.headers).toEqual(['content-length', '0', 'etag', '"1"']);
  });

  it.each([
    ['to HEAD', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n', true],
    ['to HEAD, without a length', 'HTTP/1.1 200 OK\r\n\r\n', true],
    ['with 304', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n', false],
    ['with 204', 'HTTP/1.1 204 No Content\r\n\r\n', false],
  ])('given one %s, then it has no body', (_name, text, isHead) => {
    const { completed, body, head } = parseText(text, isHead);
    expect([completed, body.length, head?.length]).toEqual([[true], 0, 0]);
  });

  it.each([
    ['keep-alive: timeout=72', 71_000],
    ['keep-alive: timeout=1', 0],
    ['keep-alive: timeout=72\r\nconnection: close', 0],
    ['connection: keep-alive', 4_000],
  ])('given %j, then its connection is kept for %d ms', (lines, ms) => {
    expect(parseText(`HTTP/1.1 200 OK\r\ncontent-length: 0\r\n${lines}\r\n\r\n`).keepAliveMs).toBe(ms);
  });
});

describe('a broken response', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  const streamed = `${ok}transfer-encoding: chunked\r\n\r\n`;
  it.each([
    ['no length', `${ok}\r\n`],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 1\r\n\r\nx`],
    ['a length and chunks', `${ok}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\nx`],
    ['another encoding', `${ok}transfer-encoding: gzip\r\n\r\n`],
    ['two encodings', `${ok}transfer-encoding: chunked, chunked\r\n\r\n`],
    ['a negative length', `${ok}content-length: -1\r\n\r\n`],
    ['a length in hex', `${ok}content-length: 0x1\r\n\r\nx`],
    ['bytes after its end', `${ok}content-length: 1\r\n\r\nxy`],
    ['a second response', `${ok}content-length: 0\r\n\r\n${ok}content-length: 0\r\n\r\n`],
    ['a folded line', `${ok}a: b\r\n c\r\ncontent-length: 0\r\n\r\n`],
    ['a space before the colon', `${ok}content-length : 1\r\n\r\nx`],
    ['a folded line with a colon', `${ok}a: b\r\n c: d\r\ncontent-length: 0\r\n\r\n`],
    ['a header without a name', `${ok}: b\r\ncontent-length: 0\r\n\r\n`],
    ['a line without a colon', `${ok}nonsense\r\ncontent-length: 0\r\n\r\n`],
    ['a line end inside a value', `${ok}a: b\nc: d\r\ncontent-length: 0\r\n\r\n`],
    ['a null byte', `${ok}a: \0\r\ncontent-length: 0\r\n\r\n`],
    ['another version', 'HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\ncontent-length: 0\r\n\r\n'],
    ['no status', 'hello\r\n\r\n'],
    ['a head without an end', `${ok}a: ${'x'.repeat(20_000)}`],
    ['a chunk without a length', `${streamed}\r\nx`],
    ['a negative chunk', `${streamed}-1\r\nx`],
    ['a chunk of gigabytes', `${streamed}fffffffff\r\nx`],
    ['a chunk longer than its length', `${streamed}1\r\nxy\r\n0\r\n\r\n`],
  ])('given %s, then it is refused', (_name, text) => {
    expect(() => parseText(text)).toThrow(BrokenResponse);
  });
});
