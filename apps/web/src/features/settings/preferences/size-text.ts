const UNITS = ['B', 'kB', 'MB', 'GB'] as const;
const STEP = 1000;

/** Formats `0 B`, `950 B`, `1.2 MB`, as a device's own settings do. */
export function sizeText(bytes: number): string {
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const size = bytes / STEP ** power;
  return `${size < 10 && power > 0 ? size.toFixed(1) : Math.floor(size)} ${UNITS[power]}`;
}
