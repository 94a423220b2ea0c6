import { atLeast, atMost, type Line, ms, ratio } from '../../trial/aims.ts';
import type { Comparison } from '../bare/compare.ts';

export const AIMS = { ratio: 0.5, p99Ms: 600 } as const;

export type Figures = { readonly compared: Comparison<unknown>; readonly p50: number; readonly p99: number };

export const linesOfFigures = ({ compared, p99 }: Figures): Line[] => [
  atLeast({ text: 'ratio to bare', value: compared.ratio, aim: AIMS.ratio, format: ratio }),
  atMost({ text: 'p99 of an opening at half load', value: p99, aim: AIMS.p99Ms, format: ms }),
];
