import { PURPOSE_RULES } from '@app/domain/media';
import { type Doubt, doubtAbout, greyOf, isLargeEnough } from './check-picture.ts';

/** A picture as it is sent, and what may be wrong with it. */
export type Prepared = { readonly file: File; readonly doubt: Doubt | undefined };

/** Why a picture cannot be sent. */
export class Unusable extends Error {
  readonly reason: 'unreadable' | 'small';

  constructor(reason: Unusable['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** The server stores no more pixels than this. */
const SIDE_MAX = PURPOSE_RULES.identity.side;
const BYTES_MAX = 5 * 1024 * 1024;
const SAMPLE_SIDE = 640;
const QUALITIES = [0.9, 0.8, 0.7, 0.5];

/** Decodes a chosen picture, checks it, and encodes it again: smaller, upright and without where it was taken. */
export async function preparePicture(chosen: File, kind: 'document' | 'face'): Promise<Prepared> {
  const picture = await createImageBitmap(chosen).catch(() => {
    throw new Unusable('unreadable');
  });
  try {
    if (!isLargeEnough(picture)) throw new Unusable('small');
    const { width, height, pixels } = sample(picture);
    const doubt = doubtAbout(greyOf(width, height, pixels), kind);
    return { file: await encode(picture), doubt };
  } finally {
    picture.close();
  }
}

/** Draws the picture so that its longer side is at most this long. */
function draw(picture: ImageBitmap, sideMax: number): HTMLCanvasElement {
  const scale = Math.min(1, sideMax / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = canvas.getContext('2d');
  if (context === null) throw new Unusable('unreadable');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function sample(picture: ImageBitmap) {
  const canvas = draw(picture, SAMPLE_SIDE);
  const { width, height } = canvas;
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  return { width, height, pixels };
}

async function encode(picture: ImageBitmap): Promise<File> {
  const canvas = draw(picture, SIDE_MAX);
  for (const quality of QUALITIES) {
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (bytes !== null && bytes.size <= BYTES_MAX) return new File([bytes], 'document.jpg', { type: 'image/jpeg' });
  }
  throw new Unusable('unreadable');
}
