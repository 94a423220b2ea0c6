/** Brightness of each pixel, 0 to 255, row by row. */
export type Grey = { readonly width: number; readonly height: number; readonly values: Uint8Array };

/** What may be wrong with a picture of a document. Each has its text under `kyc.quality.<code>`. */
export type Doubt = 'dark' | 'glare' | 'blurred' | 'far' | 'cut_off';

/** Shortest sides of a readable picture, the longer one first. */
const PICTURE_MIN = { long: 800, short: 480 } as const;

export const isLargeEnough = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) >= PICTURE_MIN.long && Math.min(width, height) >= PICTURE_MIN.short;

/** Converts RGBA pixels to brightness, as the eye weighs colours. */
export function greyOf(width: number, height: number, rgba: Uint8ClampedArray): Grey {
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at += 1) {
    const from = at * 4;
    values[at] = 0.299 * (rgba[from] ?? 0) + 0.587 * (rgba[from + 1] ?? 0) + 0.114 * (rgba[from + 2] ?? 0);
  }
  return { width, height, values };
}

/** Returns the first doubt about a picture: light before sharpness, sharpness before framing. A face needs no frame. */
export function doubtAbout(grey: Grey, kind: 'document' | 'face'): Doubt | undefined {
  if (meanOf(grey) < DARK_BELOW) return 'dark';
  if (hasGlare(grey)) return 'glare';
  if (sharpnessOf(grey) < (kind === 'face' ? SHARP_FACE : SHARP_DOCUMENT)) return 'blurred';
  return kind === 'face' ? undefined : framingOf(grey);
}

const DARK_BELOW = 48;
const SHARP_DOCUMENT = 45;
const SHARP_FACE = 18;

const meanOf = ({ values }: Grey): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the variance of the Laplacian: sharp edges make it large, blur makes it small. */
export function sharpnessOf({ width, height, values }: Grey): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around = at1(values, at - 1) + at1(values, at + 1) + at1(values, at - width) + at1(values, at + width);
      const laplacian = around - 4 * at1(values, at);
      sum += laplacian;
      squares += laplacian * laplacian;
      count += 1;
    }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

const at1 = (values: Uint8Array, at: number): number => values[at] ?? 0;

const BLOCKS = 24;
const BURNT_FROM = 251;
const BURNT_SHARE = 0.9;
/** One block may be white paper; a quarter of them is a white background and no reflection. */
const GLARE = { min: 0.006, max: 0.25 };
const BRIGHT_SCENE = 205;

/** Returns whether spots are burnt out although the scene is not bright: a reflection hides what is below. */
function hasGlare(grey: Grey): boolean {
  const burnt = blocksOf(grey).filter((share) => share >= BURNT_SHARE).length / (BLOCKS * BLOCKS);
  return burnt >= GLARE.min && burnt <= GLARE.max && meanOf(grey) < BRIGHT_SCENE;
}

/** Returns the share of burnt-out pixels of each block. */
function blocksOf({ width, height, values }: Grey): readonly number[] {
  const burnt = new Float64Array(BLOCKS * BLOCKS);
  const all = new Float64Array(BLOCKS * BLOCKS);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const block = Math.floor((y * BLOCKS) / height) * BLOCKS + Math.floor((x * BLOCKS) / width);
      all[block] = (all[block] ?? 0) + 1;
      if (at1(values, y * width + x) >= BURNT_FROM) burnt[block] = (burnt[block] ?? 0) + 1;
    }
  return [...burnt].map((count, index) => (all[index] === 0 ? 0 : count / (all[index] ?? 1)));
}

const EDGE_FROM = 28;
const BUSY_LINE = 0.03;
const SMALL_SHARE = 0.18;
const MARGIN = 0.012;

/**
 * Judges where the edges are. A document that fills little of the picture is too far away; one whose edges end at one to
 * three sides of it is cut off. Edges at all four sides are a patterned background, about which nothing can be said.
 */
function framingOf(grey: Grey): Doubt | undefined {
  const { columns, rows } = edgesOf(grey);
  const across = spanOf(columns, grey.height);
  const down = spanOf(rows, grey.width);
  if (across === undefined || down === undefined) return 'far';
  const touched = [
    across.from <= MARGIN * grey.width,
    across.to >= (1 - MARGIN) * grey.width,
    down.from <= MARGIN * grey.height,
    down.to >= (1 - MARGIN) * grey.height,
  ].filter(Boolean).length;
  if (touched > 0 && touched < 4) return 'cut_off';
  const share = ((across.to - across.from) * (down.to - down.from)) / (grey.width * grey.height);
  return share < SMALL_SHARE ? 'far' : undefined;
}

/** Counts the pixels with a strong gradient in each column and row. */
function edgesOf({ width, height, values }: Grey) {
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const gradient =
        Math.abs(at1(values, at + 1) - at1(values, at - 1)) +
        Math.abs(at1(values, at + width) - at1(values, at - width));
      if (gradient < EDGE_FROM) continue;
      columns[x] = (columns[x] ?? 0) + 1;
      rows[y] = (rows[y] ?? 0) + 1;
    }
  return { columns, rows };
}

/** Returns the first and last line with many edges; `length` is that of a line. */
function spanOf(counts: Uint32Array, length: number): { from: number; to: number } | undefined {
  const isBusy = (count: number) => count >= BUSY_LINE * length;
  const from = counts.findIndex(isBusy);
  return from < 0 ? undefined : { from, to: counts.findLastIndex(isBusy) };
}
