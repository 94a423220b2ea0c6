import { isDrawable, PIXELS_MAX, type Shape } from '@app/domain/media';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type ResizeOptions, type SharpOptions } from 'sharp';

/** Form and longest side of the result. */
export type Drawing = { readonly shape: Shape; readonly side: number };
export type Picture = { readonly bytes: Buffer; readonly width: number; readonly height: number };

/** Raised for an upload that is not an accepted picture; the message is for the log. */
export class NoPicture extends Error {}

export const PICTURE_TYPE = 'image/webp';
const TAKEN: readonly string[] = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif'];
const DRAW_SECONDS_MAX = 10;
const QUALITY = 85;

// Allow only these five decoders, even for a file with a forged type. Cache nothing between pictures, and use one
// thread per picture.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);

/** One frame, and no partial decoding: anything the decoder only warns about is refused as well. */
const READING: SharpOptions = { limitInputPixels: PIXELS_MAX, failOn: 'warning', pages: 1 };
const sizeOf = ({ shape, side }: Drawing): ResizeOptions =>
  shape === 'square'
    ? { width: side, height: side, fit: 'cover' }
    : { width: side, height: side, fit: 'inside', withoutEnlargement: true };

/**
 * Decodes a picture and re-encodes it: upright, sRGB, without metadata. Nothing of the input but its pixels is in the
 * result.
 */
export async function drawPicture(sent: Buffer, drawing: Drawing): Promise<Picture> {
  const type = await fileTypeFromBuffer(sent);
  if (type === undefined || !TAKEN.includes(type.mime)) throw new NoPicture(`type ${type?.mime ?? 'unknown'}`);
  const claimed = await sharp(sent, READING).metadata().catch(refused);
  if (!isDrawable(claimed)) throw new NoPicture(`size ${claimed.width} × ${claimed.height}`);
  const { data, info } = await sharp(sent, READING)
    .autoOrient()
    .resize(sizeOf(drawing))
    .toColourspace('srgb')
    .webp({ quality: QUALITY })
    .timeout({ seconds: DRAW_SECONDS_MAX })
    .toBuffer({ resolveWithObject: true })
    .catch(refused);
  return { bytes: data, width: info.width, height: info.height };
}

function refused(error: unknown): never {
  throw new NoPicture(error instanceof Error ? error.message : String(error));
}
