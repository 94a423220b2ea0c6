/** Maximum upload size. */
export const UPLOAD_BYTES_MAX = 8 * 1024 * 1024;

/** Maximum number of pixels decoded, and the longest side: a small file may claim to be huge. */
export const PIXELS_MAX = 40_000_000;
export const SIDE_MAX = 16_384;

/** Longest side of a stored picture, and both sides of a portrait. */
export const PICTURE_SIDE = 2_048;
export const PORTRAIT_SIDE = 512;

/** Returns whether a picture of this size may be decoded. */
export const isDrawable = ({ width, height }: { width: number; height: number }): boolean =>
  Math.min(width, height) >= 1 && Math.max(width, height) <= SIDE_MAX && width * height <= PIXELS_MAX;
