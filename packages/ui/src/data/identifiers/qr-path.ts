import { encode } from 'uqr';

/** White modules around the code; a reader needs four to find it. */
const QUIET_ZONE = 4;

/**
 * Returns the dark modules as one SVG path, and the side of the square with its quiet zone. One stroke per run keeps it
 * short.
 */
export function qrPath(text: string): { readonly path: string; readonly side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
    .join('');
  return { path, side: size };
}

/** Returns the start and length of each run of dark modules. */
function runsOf(row: readonly boolean[]): readonly (readonly [start: number, length: number])[] {
  const runs: [number, number][] = [];
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1);
    if (!isDark) continue;
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  }
  return runs;
}
