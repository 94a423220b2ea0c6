import type { IconName } from './icon-names.ts';
import sprite from './icons.svg?url';

/** Strokes get thicker as icons get smaller, so that all sizes look alike. */
const STROKES = { 12: 2.8, 16: 2.2, 20: 1.9, 24: 1.75 } as const;

/** Renders a decorative icon beside a text label; a control that shows only an icon needs its own accessible name. */
export function Icon({ name, size = 24 }: { name: IconName; size?: keyof typeof STROKES }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      strokeWidth={STROKES[size]}
      aria-hidden="true"
      focusable="false"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
