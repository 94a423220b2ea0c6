import { useState } from 'react';

/** Background and wave colour of each avatar; only the artwork is colourful, the frame is not. */
const COLOURS = [
  ['#2C3E63', '#7C96FF'],
  ['#1F4A44', '#4FBFA6'],
  ['#513A2A', '#E0A66B'],
  ['#4A2C46', '#D48ABF'],
  ['#2E4250', '#7FB6D6'],
  ['#474427', '#CFC66A'],
  ['#3A3357', '#A996E8'],
  ['#4C2E2E', '#E08A83'],
] as const;

const LEVELS = 5;
const HIGHEST = 14;
const LEVEL_STEP = 3.2;
const MARK_ABOVE = 7;

type Size = 24 | 32 | 40 | 56 | 80;
type Props = { seed: number; size?: Size; picture?: string | undefined };

/** Shows a user's picture, or generated artwork if there is none or it fails to load. */
export function Avatar({ seed, size = 40, picture }: Props) {
  const [missing, setMissing] = useState<string>();
  if (picture === undefined || picture === '' || picture === missing) return <Water seed={seed} size={size} />;
  return <img className="avatar" src={picture} width={size} height={size} alt="" onError={() => setMissing(picture)} />;
}

/** Draws the generated avatar; the same seed always gives the same picture. */
function Water({ seed, size }: { seed: number; size: Size }) {
  const number = Math.abs(Math.trunc(seed));
  const [night, water] = COLOURS[number % COLOURS.length] ?? COLOURS[0];
  const y = HIGHEST + (Math.trunc(number / COLOURS.length) % LEVELS) * LEVEL_STEP;
  return (
    <svg className="avatar" viewBox="0 0 40 40" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="40" height="40" fill={night} />
      <path fill={water} d={`M0 ${y}c7-4 13-4 20 0s13 4 20 0V40H0z`} />
      <path stroke="#fff" strokeOpacity=".5" d={`M0 ${y - MARK_ABOVE}h40`} />
    </svg>
  );
}
