import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';

/**
 * Renders text as a QR code, generated locally and sent nowhere. Dark on white in both themes, because readers expect
 * it.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, side } = useMemo(() => qrPath(text), [text]);
  return (
    <svg className="qr" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className="qr__ink" d={path} />
    </svg>
  );
}
