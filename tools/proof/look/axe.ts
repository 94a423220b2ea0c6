import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Fault } from './judge-texts.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const REFUSED = new Set(['serious', 'critical']);

type Violation = {
  readonly id: string;
  readonly impact: string;
  readonly nodes: { target: unknown[]; summary: string }[];
};
type Axe = {
  run(options: object): Promise<{
    violations: { id: string; impact: string; nodes: { target: unknown[]; failureSummary: string }[] }[];
  }>;
};
declare const axe: Axe;

/** The rules of axe over the page as it is; given as source, because the page runs no script but its own files. */
export async function findByAxe(page: Page): Promise<Fault[]> {
  await page.evaluate(SOURCE);
  const violations = await page.evaluate(runAxe);
  return violations
    .filter(({ impact }) => REFUSED.has(impact))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, summary }) => ({ kind: `axe ${id}`, detail: `${target.join(' ')} · ${summary}` })),
    );
}

/** Runs in the page. */
async function runAxe(): Promise<Violation[]> {
  const { violations } = await axe.run({ resultTypes: ['violations'] });
  return violations.map(({ id, impact, nodes }) => ({
    id,
    impact,
    nodes: nodes.map(({ target, failureSummary }) => ({
      target,
      summary: failureSummary.split('\n').slice(1, 2).join('').trim(),
    })),
  }));
}
