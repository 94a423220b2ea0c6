export type Size = { readonly width: number; readonly height: number };
/** The selected square of a picture: its centre in picture pixels, and the zoom. */
export type Crop = { readonly x: number; readonly y: number; readonly zoom: number };
export type Square = { readonly x: number; readonly y: number; readonly side: number };

/** At a higher zoom, a phone's picture becomes pixelated. */
export const ZOOM_MAX = 4;

/** Returns the largest square, centred. */
export const wholeOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** Returns the square that is cut out. */
export function squareOf(picture: Size, { x, y, zoom }: Crop): Square {
  const side = Math.min(picture.width, picture.height) / zoom;
  return { x: x - side / 2, y: y - side / 2, side };
}

const within = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** Returns the nearest crop inside the picture, so that there is never an empty edge. */
export function settleCrop(picture: Size, crop: Crop): Crop {
  const zoom = within(crop.zoom, 1, ZOOM_MAX);
  const half = Math.min(picture.width, picture.height) / zoom / 2;
  return {
    x: within(crop.x, half, picture.width - half),
    y: within(crop.y, half, picture.height - half),
    zoom,
  };
}

/** Moves the picture under the window by this many window pixels; the window's side is `shown` pixels. */
export function drag(
  picture: Size,
  crop: Crop,
  by: { readonly x: number; readonly y: number; readonly shown: number },
): Crop {
  const scale = squareOf(picture, crop).side / by.shown;
  return settleCrop(picture, { ...crop, x: crop.x - by.x * scale, y: crop.y - by.y * scale });
}
