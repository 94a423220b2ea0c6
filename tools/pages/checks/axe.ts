import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import type { Fault } from '../findings.ts';

const REFUSED = new Set(['serious', 'critical']);

/**
 * The rules of axe, or only those of them, over the page as it is; given as source, because the page runs no script but its
 * own files.
 */
export async function findByAxe(page: Page, only?: readonly string[]): Promise<Fault[]> {
  await page.evaluate(axeCore.source);
  const broken = await page.evaluate(runAxe, only);
  return broken
    .filter(({ impact }) => REFUSED.has(impact))
    .map(({ id, target, why }) => ({ kind: `axe ${id}`, detail: `${target} · ${why}` }));
}

declare const axe: typeof axeCore;

type Broken = { readonly id: string; readonly impact: string; readonly target: string; readonly why: string };

/** Runs in the page. One line per place; the first line of a summary only says that something must be mended. */
async function runAxe(only?: readonly string[]): Promise<Broken[]> {
  // Stale panels are dimmed on purpose, and say so in a badge that is not (mocks, "Every text was checked").
  const { violations } = await axe.run(
    { exclude: ['.stale'] },
    { resultTypes: ['violations'], ...(only && { runOnly: [...only] }) },
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
