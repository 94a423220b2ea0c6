import { readFile } from 'node:fs/promises';
import { PURPOSE_RULES } from '@app/domain/media';
import sharp from 'sharp';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type HostileFile, makeHostileFiles } from '../../../test/hostile-files.ts';
import { type MediaTestbed, openMediaTestbed } from '../../../test/media-testbed.ts';

let testbed: MediaTestbed;
const files = await makeHostileFiles();

/** One file of so many is sent as a picture, and another as a document; the seed picks. A full run sends all. */
const SHARE = inject('isLong') ? 1 : 3;
const drawFiles = (turn: number) => files.filter((_, index) => (index + inject('seed') + turn) % SHARE === 0);
const pictures = drawFiles(0);
const documents = drawFiles(1);

beforeAll(async () => {
  testbed = await openMediaTestbed();
});

const RUN = 16;
const SIGNATURES = ['\x89PNG\r\n', 'WEBPVP8', 'GIF87a', 'GIF89a', 'JFIF\0', 'Exif\0', 'ftypavif'];

const runsOf = (bytes: Buffer) =>
  Array.from({ length: Math.max(0, bytes.length - RUN + 1) }, (_, index) =>
    bytes.toString('latin1', index, index + RUN),
  );

/** Returns whether any sixteen consecutive bytes of one are in the other; runs of a single byte value are ignored. */
function shareRun(stored: Buffer, payload: Buffer): boolean {
  const runs = new Set(runsOf(stored));
  return runsOf(payload).some((run) => runs.has(run) && new Set(run).size > 1);
}

/** Uploads each file as a separate user: the upload rate limit is covered by another test. */
const send = ({ bytes, filename = 'x.png', type = 'image/png' }: HostileFile) =>
  testbed.upload([{ field: 'file', bytes, filename, type }]);

const tally = { refused: 0, drawn: 0, asSent: 0 };

describe(`hostile files, ${pictures.length} of them`, () => {
  it.each(pictures)('$name: $fate', async (file) => {
    const before = await testbed.listFiles();
    const answer = await send(file);
    const left = (await testbed.listFiles()).filter((name) => !before.includes(name));
    if (answer.statusCode !== 200) {
      tally.refused += 1;
      expect(file.fate).not.toBe('drawn');
      expect(['upload_failed', 'body_too_large']).toContain(answer.json().error);
      expect(left).toEqual([]);
      return;
    }
    tally.drawn += 1;
    expect(file.fate).not.toBe('refused');
    const { rawPayload: stored, headers } = await testbed.http.app.inject({ url: answer.json().message });
    expect(left).toHaveLength(1);
    expect(await readFile(left[0] ?? '')).toEqual(stored);
    if (stored.equals(file.bytes)) tally.asSent += 1;
    expect(shareRun(stored, file.payload ?? file.bytes), 'something of it survived').toBe(false);
    expect(headers['content-type']).toBe('image/webp');

    const { format, width, height, pages = 1, exif, xmp, icc, iptc } = await sharp(stored).metadata();
    expect({ format, pages, exif, xmp, icc, iptc }).toMatchObject({ format: 'webp', pages: 1 });
    expect([exif, xmp, icc, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(Math.max(width, height)).toBeLessThanOrEqual(PURPOSE_RULES.appeal.side);
    expect((await sharp(stored).raw().toBuffer()).length).toBeGreaterThan(0);
  });

  it('were each refused or drawn, and none was stored as sent', () => {
    process.stdout.write(`hostile files: ${JSON.stringify({ all: pictures.length, ...tally })}\n`);
    expect(tally.refused + tally.drawn).toBe(pictures.length);
    expect(tally.refused).toBeGreaterThanOrEqual(30 / SHARE);
    expect(tally.drawn).toBeGreaterThanOrEqual(15 / SHARE);
    expect(tally.asSent).toBe(0);
  });
});

describe(`hostile files sent as identity documents`, () => {
  const found = { stored: 0, asSent: 0, readableAtRest: 0, executable: 0 };

  it.each(documents)('$name: sealed, or refused', async (file) => {
    const before = await testbed.listFiles();
    const { bytes, filename = 'x.png', type = 'image/png', payload = bytes } = file;
    const owner = testbed.nextId();
    const purpose = { field: 'purpose', bytes: Buffer.from('identity') };
    const answer = await testbed.upload([purpose, { field: 'file', bytes, filename, type }], owner);
    const left = (await testbed.listFiles()).filter((name) => !before.includes(name));
    if (answer.statusCode !== 200) return expect(left).toEqual([]);
    found.stored += 1;
    expect(left).toHaveLength(1);
    const atRest = await readFile(left[0] ?? '');
    const address = answer.json().message;
    const isReadable = SIGNATURES.some((it) => atRest.includes(it, 0, 'latin1')) || shareRun(atRest, payload);
    if (isReadable || /^(?:RIFF|\xff\xd8\xff)/.test(atRest.toString('latin1', 0, 4))) found.readableAtRest += 1;
    const stranger = { authorization: String(testbed.nextId()) };
    expect((await testbed.http.app.inject({ url: address, headers: stranger })).statusCode).toBe(404);
    const sent = await testbed.http.app.inject({ url: address, headers: { authorization: String(owner) } });
    if (sent.rawPayload.equals(bytes) || atRest.equals(bytes)) found.asSent += 1;
    expect(shareRun(sent.rawPayload, payload), 'something of it survived').toBe(false);
    const { 'content-type': served, 'x-content-type-options': sniffing, 'content-disposition': shown } = sent.headers;
    const isInert = served === 'image/webp' && sniffing === 'nosniff' && String(shown).startsWith('attachment');
    if (!isInert) found.executable += 1;
  });

  it('were at least sixty to draw from; none was stored as sent, readable at rest, or served as what executes', () => {
    process.stdout.write(`hostile documents: ${JSON.stringify({ all: documents.length, ...found })}\n`);
    expect(files.length).toBeGreaterThanOrEqual(60);
    expect(found).toEqual({ stored: expect.any(Number), asSent: 0, readableAtRest: 0, executable: 0 });
    expect(found.stored).toBeGreaterThanOrEqual(15 / SHARE);
  });
});

describe('the decoders', () => {
  it('are only those of the accepted types: no other decoder reads a file with a forged type', async () => {
    const others = files.filter(({ name }) => ['svg', 'tiff'].includes(name));
    expect(others).toHaveLength(2);
    for (const { bytes } of others) await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format');
  });
});

describe('the folder of sealed files', () => {
  it('contains no picture signature, at the start or anywhere', async () => {
    const drawn = pictures.filter(({ fate }) => fate === 'drawn').slice(0, 12);
    for (const { bytes, payload = bytes } of drawn) {
      const ownerId = testbed.nextId();
      const { id } = await testbed.media.store({ ownerId, bytes, purpose: 'appeal' });
      const opened = await testbed.media.view({ user: ownerId }, id);
      expect(shareRun(opened?.bytes ?? payload, payload), 'something of it survived').toBe(false);
      expect(await sharp(opened?.bytes).metadata()).toMatchObject({ format: 'webp' });
    }
    const names = await testbed.listFiles('sealed');
    expect(names.length).toBeGreaterThanOrEqual(drawn.length);
    for (const name of names) {
      const bytes = await readFile(name);
      expect(SIGNATURES.filter((signature) => bytes.includes(signature, 0, 'latin1'))).toEqual([]);
      expect(bytes.subarray(0, 4).toString('latin1')).not.toMatch(/^(?:RIFF|\xff\xd8\xff)/);
    }
  });
});
