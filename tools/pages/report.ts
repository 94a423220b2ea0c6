import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Results } from '../ci/name-results.ts';
import { TARGET_AIM_PX, targetOf } from './checks/judge-controls.ts';
import type { ControlFact } from './checks/page-facts.ts';
import type { Finding } from './findings.ts';
import { describeLook } from './looks.ts';
import type { Opened } from './open-all.ts';
import { nameOf } from './routes.ts';

export type NamedControl = ControlFact & { readonly screen: string };

const SLOWEST_SHOWN = 10;
const FILE = 'pages';

/** The last lines of a run: the slowest screens, then the figures of all. */
export function describeRun(opened: readonly Opened[], tookMs: number): string[] {
  const screens = Map.groupBy(opened, ({ opening }) => nameOf(opening.route));
  const looks = new Set(opened.map(({ opening }) => describeLook(opening.look)));
  const findings = opened.flatMap((one) => one.findings);
  const slowest = [...screens]
    .map(([screen, all]) => ({ screen, openings: all.length, ms: all.reduce((sum, { tookMs: ms }) => sum + ms, 0) }))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST_SHOWN)
    .map(({ screen, openings, ms }) => `${screen} ${(ms / 1_000).toFixed(1)} s in ${openings}`);
  return [
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

/** As the summary of CI reads it: an opening is a test. */
export function toResults(opened: readonly Opened[]): Results {
  const name = ({ screen, look, kind, detail }: Finding) => ({
    file: FILE,
    test: `${screen} (${look})`,
    reason: `${kind}: ${detail}`,
  });
  return {
    passed: opened.filter(({ findings }) => findings.length === 0).length,
    failed: opened.flatMap(({ findings }) => findings.map(name)),
    flaky: opened.flatMap(({ gone }) => gone.map(name)),
  };
}

export function writeResults(path: string, results: Results): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(results));
}
