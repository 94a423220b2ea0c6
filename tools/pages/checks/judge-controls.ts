import type { Fault } from '../findings.ts';
import type { ControlFact, PageFacts } from './page-facts.ts';

/** WCAG 2.2, 2.5.8; what is smaller must name a control that does the same. */
const TARGET_MIN_PX = 24;
/** What the design asks for where there is room. */
export const TARGET_AIM_PX = 44;

export const targetOf = ({ width, height }: ControlFact) => Math.min(width, height);

/** A control that a screen reader cannot name, or a finger cannot meet. */
export function findPoorControls(controls: readonly ControlFact[]): Fault[] {
  return controls.flatMap((control) => {
    const { about, name, width, height, sameAs } = control;
    const faults: Fault[] = name.trim() === '' ? [{ kind: 'no name', detail: about }] : [];
    if (sameAs !== null || targetOf(control) >= TARGET_MIN_PX) return faults;
    const kind = targetOf(control) === 0 ? 'covered control' : 'small control';
    return [...faults, { kind, detail: `${about} takes a finger on ${width}×${height} px` }];
  });
}

/** What holds for every screen, whatever it shows. */
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

/** Who needs it larger may enlarge any page with two fingers. */
const FORBIDS_PINCHING = /user-scalable|maximum-scale|minimum-scale/;
