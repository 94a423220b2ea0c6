import { type Decimal, showPrice } from '@app/money';
import { useState } from 'react';

type Props = { value: Decimal; precision: number; tone?: 'up' | 'down' | 'flat' };
type Flash = 'up' | 'down' | undefined;

/**
 * A price that says so when it changes: its ground takes a tint and loses it again, and nothing moves. A tint that has
 * begun runs out before the next one, so a busy market never flickers more than twice a second.
 */
export function Price({ value, precision, tone }: Props) {
  const [seen, setSeen] = useState({ value, precision });
  const [flash, setFlash] = useState<Flash>(undefined);
  const text = showPrice(value, precision);
  if (seen.value !== value || seen.precision !== precision) {
    const isNews = seen.precision === precision && showPrice(seen.value, precision) !== text;
    if (flash === undefined && isNews) setFlash(value > seen.value ? 'up' : 'down');
    setSeen({ value, precision });
  }
  return (
    <span className={tone === undefined ? 'price' : `price tone-${tone}`}>
      {text}
      {flash !== undefined && (
        <i className={`price__flash price__flash--${flash}`} onAnimationEnd={() => setFlash(undefined)} />
      )}
    </span>
  );
}
