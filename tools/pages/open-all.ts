import type { Browser } from 'playwright-core';
import { openPhone, type Phone } from '../browser/index.ts';
import { isEnforced } from './enforced.ts';
import type { Fault, Finding } from './findings.ts';
import { describeLook } from './looks.ts';
import type { Opening } from './plan.ts';
import { nameOf } from './routes.ts';

const PAGES_AT_ONCE = 2;
const PRINT_EVERY = 50;
const BROKEN = 'broke off';
const ANY_SIZE = { width: 390, height: 844, kept: {}, serviceWorkers: 'block' } as const;

export type Opened = {
  readonly opening: Opening;
  readonly findings: readonly Finding[];
  /** Findings that did not recur on a second phone. */
  readonly gone: readonly Finding[];
  /** Faults that do not fail the run. */
  readonly noted: readonly Fault[];
  readonly tookMs: number;
};

type Work = {
  readonly browser: Browser;
  readonly openings: readonly Opening[];
  readonly inspect: (phone: Phone, opening: Opening) => Promise<readonly Fault[]>;
  readonly print: (line: string) => void;
};

/**
 * Opens all screens, two pages at a time; a page that crashes is a finding. A finding must recur on a second phone;
 * otherwise it is printed and does not count.
 */
export async function openAll({ browser, openings, inspect, print }: Work): Promise<Opened[]> {
  const opened: Opened[] = [];
  const waiting = [...openings];
  const startedMs = performance.now();
  const inspectOnce = (phone: Phone, opening: Opening): Promise<readonly Fault[]> =>
    inspect(phone, opening).catch((error: unknown) => [{ kind: BROKEN, detail: String(error) }]);
  const inspectAgain = async (opening: Opening) => {
    const phone = await openPhone(browser, ANY_SIZE);
    const faults = await inspectOnce(phone, opening);
    await phone.close();
    return faults;
  };
  const open = async (phone: Phone, opening: Opening): Promise<boolean> => {
    const beganMs = performance.now();
    const all = await inspectOnce(phone, opening);
    const first = all.filter((fault) => isEnforced(fault, opening));
    const noted = all.filter((fault) => !isEnforced(fault, opening));
    for (const { kind, detail } of noted)
      print(`noted: ${nameOf(opening.route)} (${describeLook(opening.look)}): ${kind}: ${detail}`);
    const again = first.length === 0 ? first : await inspectAgain(opening);
    const faults = again.filter((fault) => isEnforced(fault, opening));
    const place = { screen: nameOf(opening.route), look: describeLook(opening.look) };
    const placed = (some: readonly Fault[]) => some.map((fault) => ({ ...fault, ...place }));
    const gone = faults.length === 0 ? placed(first) : [];
    for (const { screen, look, kind, detail } of gone)
      print(`gone when opened again: ${screen} (${look}): ${kind}: ${detail}`);
    // Printed at once, so that an interrupted run has shown its findings.
    for (const { screen, look, kind, detail } of placed(faults))
      print(`found: ${screen} (${look}): ${kind}: ${detail}`);
    opened.push({ opening, findings: placed(faults), gone, noted, tookMs: performance.now() - beganMs });
    if (opened.length % PRINT_EVERY === 0)
      print(describeProgress(opened, openings.length, performance.now() - startedMs));
    return first.every(({ kind }) => kind !== BROKEN);
  };
  const work = async () => {
    let phone = await openPhone(browser, ANY_SIZE);
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (await open(phone, next)) continue;
      await phone.close();
      phone = await openPhone(browser, ANY_SIZE);
    }
    await phone.close();
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work));
  return opened;
}

function describeProgress(opened: readonly Opened[], all: number, tookMs: number): string {
  const found = opened.reduce((sum, { findings }) => sum + findings.length, 0);
  return `${opened.length} of ${all} opened, ${found} findings, ${Math.round(tookMs / opened.length)} ms each`;
}
