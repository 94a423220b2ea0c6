const SIDE = 1_000;
const LINE_HEIGHT = 56;
const MARGIN = 48;
const FONT = '36px ui-monospace, monospace';

/**
 * Draws a code of the page as a picture with lines of text below it: dark on white, as readers expect. Undefined where
 * the browser cannot.
 */
export async function drawCode(
  code: SVGSVGElement | null | undefined,
  lines: readonly string[],
): Promise<Blob | undefined> {
  const path = code?.querySelector('path')?.getAttribute('d');
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE + lines.length * LINE_HEIGHT + MARGIN;
  const pen = canvas.getContext('2d');
  if (code == null || path == null || pen === null) return undefined;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  pen.font = FONT;
  pen.textAlign = 'center';
  for (const [at, line] of lines.entries()) pen.fillText(line, SIDE / 2, SIDE + at * LINE_HEIGHT + LINE_HEIGHT / 2);
  const scale = SIDE / code.viewBox.baseVal.width;
  pen.scale(scale, scale);
  pen.fill(new Path2D(path));
  return await new Promise((resolve) => canvas.toBlob((picture) => resolve(picture ?? undefined), 'image/png'));
}
