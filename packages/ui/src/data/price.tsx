import { type Decimal, showPrice } from '@app/money';
import { useEffect, useState } from 'react';

type Props = { value: Decimal; precision: number; tone?: 'up' | 'down' | 'flat' };
type Flash = 'up' | 'down' | 'rest' | undefined;

/** A tint costs a slow phone a layer: where every price moves all the time, few are tinted at once. */
const REST_MS = 1_500;

/**
 * A price that says so when it changes: its ground takes a tint and loses it again, and nothing moves. A tint runs out and
 * rests before the next one, so a busy market never flickers.
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
