import { type Decimal, showPrice } from '@app/money';
import { useEffect, useState } from 'react';

type Props = { value: Decimal; precision: number; tone?: 'up' | 'down' | 'flat' };
type Flash = 'up' | 'down' | 'rest' | undefined;

/**
 * Pause between two tints. A tint costs a slow phone a compositing layer: where every price changes constantly, only
 * few are tinted at once.
 */
const REST_MS = 1_500;

/**
 * Renders a price that highlights its changes: the background takes a tint and fades back, and nothing moves. A tint
 * fades out and pauses before the next one, so a busy market never flickers.
 */
export function Price({ value, precision, tone }: Props) {
  const [seen, setSeen] = useState({ value, precision });
  const [flash, setFlash] = useState<Flash>(undefined);
  const text = showPrice(value, precision);
  if (seen.value !== value || seen.precision !== precision) {
    const hasChanged = seen.precision === precision && showPrice(seen.value, precision) !== text;
    if (flash === undefined && hasChanged) setFlash(value > seen.value ? 'up' : 'down');
    setSeen({ value, precision });
  }
  useEffect(() => {
    if (flash !== 'rest') return undefined;
    const timer = setTimeout(setFlash, REST_MS, undefined);
    return () => clearTimeout(timer);
  }, [flash]);
  return (
    <span className={tone === undefined ? 'price' : `price tone-${tone}`}>
      {text}
      {flash !== undefined && flash !== 'rest' && (
        <i className={`price__flash price__flash--${flash}`} onAnimationEnd={() => setFlash('rest')} />
      )}
    </span>
  );
}
