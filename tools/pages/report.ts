import type { Row } from '../ci/rows.ts';
import { TARGET_AIM_PX, targetOf } from './checks/judge-controls.ts';
import type { ControlFact } from './checks/page-facts.ts';
import { findFitting } from './enforced.ts';
import { describeLook } from './looks.ts';
import type { Opened } from './open-all.ts';
import { nameOf, type Route } from './routes.ts';

export type NamedControl = ControlFact & { readonly screen: string };

const SLOWEST_SHOWN = 10;

/** Formats the end of a run: the slowest screens, then the totals. */
export function describeRun(opened: readonly Opened[], tookMs: number): string[] {
  const screens = Map.groupBy(opened, ({ opening }) => nameOf(opening.route));
  const looks = new Set(opened.map(({ opening }) => describeLook(opening.look)));
  const findings = opened.flatMap((one) => one.findings);
  const slowest = [...screens]
    .map(([screen, all]) => ({ screen, openings: all.length, ms: all.reduce((sum, { tookMs: ms }) => sum + ms, 0) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST_SHOWN)
    .map(({ screen, openings, ms }) => `${screen} ${(ms / 1_000).toFixed(1)} s in ${openings}`);
  const fitting = findFitting(opened);
  return [
    ...(fitting.length > 0 ? [`fit at all sizes, remove from known-misfits.json: ${fitting.join(', ')}`] : []),
    `slowest screens: ${slowest.join(', ')}`,
    `pages: ${screens.size} screens, ${opened.length} openings in ${looks.size} looks, ${findings.length} findings · ${Math.round(tookMs / 1_000)} s`,
  ];
}

export function describeTargets(controls: readonly NamedControl[]): string[] {
  const [smallest] = controls.toSorted((a, b) => targetOf(a) - targetOf(b));
  if (smallest === undefined) return [];
  const { about, screen, width, height } = smallest;
  const under = controls.filter((control) => targetOf(control) < TARGET_AIM_PX).length;
  return [
    `smallest target: ${width}×${height} px, ${about} of ${screen} (${TARGET_AIM_PX} is the most that is measured)`,
    `targets under ${TARGET_AIM_PX} px: ${under} of ${controls.length}`,
  ];
}

/** Converts openings to rows for the CI summary, one per opening, and one per screen that waits for its turn. */
export function toRows(opened: readonly Opened[], left: readonly Route[] = []): Row[] {
  const waiting = left.map((route): Row => ({ name: nameOf(route), state: 'not-run', ms: 0, why: NEXT_TURN }));
  return [...opened.map(toRow), ...waiting];
}

const NEXT_TURN = 'unchanged, and its turn is at the next landing';

function toRow({ opening, findings, gone, tookMs }: Opened): Row {
  const first = [...findings, ...gone].at(0);
  const name = `${nameOf(opening.route)} (${describeLook(opening.look)})`;
  if (first === undefined) return { name, state: 'passed', ms: tookMs };
  const more = findings.length > 1 ? ` and ${findings.length - 1} more` : '';
  const why = `${first.kind}: ${first.detail}${more}`;
  return { name, state: findings.length > 0 ? 'failed' : 'flaky', ms: tookMs, why };
}
