import type { Trial } from '../trial/trial.ts';
import { judge, measureSizes, onScene } from './weight.ts';

/** The half of `weight` that no busy machine can spoil: bytes. */
export const sizes: Trial = {
  name: 'sizes',
  claim:
    'Frame ≤ 130 kB of JavaScript, home ≤ 180, the chart and the trade page ≤ 260, a part ≤ 60, styles ≤ 25, texts ≤ 12.',
  touches: ['apps/web/', 'packages/i18n/', 'packages/ui/'],
  seconds: 50,
  run: (options) => onScene(async (scene) => judge(await measureSizes(scene, options))),
};
