import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import type { Fault } from '../findings.ts';

const REFUSED = ['serious', 'critical'];
/** Minified source, half as long as the other: every page has to parse it. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Runs the rules of axe, or only the named ones, on the current page; passed as source, because the page runs no script
 * but its own files. A rule's impact is that of its violations, so the other rules need not run.
 */
export async function findByAxe(page: Page, only?: readonly string[]): Promise<Fault[]> {
  await page.evaluate(SOURCE);
  const broken = await page.evaluate(runAxe, { only, refused: REFUSED });
  return broken
    .filter(({ impact }) => REFUSED.includes(impact))
    .map(({ id, target, why }) => ({ kind: `axe ${id}`, detail: `${target} · ${why}` }));
}

type Rule = {
  readonly id: string;
  readonly enabled: boolean;
  readonly impact: string;
  readonly tags: readonly string[];
};
declare const axe: typeof axeCore & { readonly _audit: { readonly rules: readonly Rule[] } };

type Wanted = { readonly only: readonly string[] | undefined; readonly refused: readonly string[] };
type Broken = { readonly id: string; readonly impact: string; readonly target: string; readonly why: string };

/**
 * Runs in the page. Returns one line per location; skips the first line of a summary, which only states that something
 * must be fixed.
 */
async function runAxe({ only, refused }: Wanted): Promise<Broken[]> {
  const isUnready = ({ tags }: Rule) => tags.includes('experimental') || tags.includes('deprecated'); // As axe itself does.
  const rules = axe._audit.rules.filter((rule) => rule.enabled && refused.includes(rule.impact) && !isUnready(rule));
  // Stale panels are dimmed on purpose, and an undimmed badge marks them (mocks, "Every text was checked").
  const { violations } = await axe.run(
    { exclude: ['.stale'] },
    { resultTypes: ['violations'], runOnly: [...(only ?? rules.map(({ id }) => id))] },
  );
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => ({
      id,
      impact: String(impact),
      target: target.join(' '),
      why: failureSummary.split('\n')[1]?.trim() ?? '',
    })),
  );
}
