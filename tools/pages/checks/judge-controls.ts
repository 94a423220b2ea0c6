import type { Fault } from '../findings.ts';
import type { ControlFact, PageFacts } from './page-facts.ts';

/** Minimum target size (WCAG 2.2, 2.5.8); a smaller control must name another one that does the same. */
const TARGET_MIN_PX = 24;
/** Target size of the design where there is space. */
export const TARGET_AIM_PX = 44;

export const targetOf = ({ width, height }: ControlFact) => Math.min(width, height);

/** Reports controls without an accessible name, or that a finger cannot hit. */
export function findPoorControls(controls: readonly ControlFact[]): Fault[] {
  return controls.flatMap((control) => {
    const { about, name, width, height, sameAs } = control;
    const faults: Fault[] = name.trim() === '' ? [{ kind: 'no name', detail: about }] : [];
    if (sameAs !== null || targetOf(control) >= TARGET_MIN_PX) return faults;
    const kind = targetOf(control) === 0 ? 'covered control' : 'small control';
    return [...faults, { kind, detail: `${about} takes a finger on ${width}×${height} px` }];
  });
}

/** Reports faults that no screen may have, whatever it shows. */
export function findPoorPage({ headings, sideways, viewport }: PageFacts): Fault[] {
  const moving = sideways.map(({ about, by }) => ({ kind: 'scrolls sideways', detail: `${about} by ${by} px` }));
  const hasHeading = headings.some((heading) => heading !== '');
  const mayPinch = viewport.includes('width=device-width') && !FORBIDS_PINCHING.test(viewport);
  return [
    ...(hasHeading ? [] : [{ kind: 'no heading', detail: 'no h1 to h3' }]),
    ...(mayPinch ? [] : [{ kind: 'no pinching', detail: `the viewport is “${viewport}”` }]),
    ...moving,
  ];
}

/** Viewport settings that forbid zooming with two fingers, which some users need. */
const FORBIDS_PINCHING = /user-scalable|maximum-scale|minimum-scale/;
