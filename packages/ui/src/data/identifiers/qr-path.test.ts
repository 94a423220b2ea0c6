import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { qrPath } from './qr-path.ts';

const TEXT = 'otpauth://totp/Tidemark:mira%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Tidemark';

/** Parses a path back into its dark squares. */
function squaresOf(path: string): Set<string> {
  const squares = new Set<string>();
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let index = 0; index < Number(length); index += 1) squares.add(`${Number(x) + index},${Number(y)}`);
  return squares;
}

describe('the drawing of a QR code', () => {
  it('darkens exactly the modules of the code, four modules from every edge', () => {
    const { path, side } = qrPath(TEXT);
    const { data, size } = encode(TEXT, { ecc: 'M', border: 0 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x + 4},${y + 4}`] : [])));
    expect(side).toBe(size + 8);
    expect(squaresOf(path)).toEqual(new Set(dark));
  });
});
