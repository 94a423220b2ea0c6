import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';

declare const axe: typeof axeCore;

const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns what axe, or only the named rules of it, finds serious or critical, as the page check does for the users' app. */
async function findByAxe(page: Page, only?: readonly string[]): Promise<string[]> {
  await page.evaluate(SOURCE); // As source: the page runs no script but its own files.
  return await page.evaluate(async (rules) => {
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`));
  }, only);
}

const DARK = { width: 1440, colorScheme: 'dark', rules: undefined } as const;
/** Another theme changes colours only. */
const LIGHT = { width: 1024, colorScheme: 'light', rules: ['color-contrast'] };
/** A landing looks at each width and each theme once; a full run at every pair, and keeps the pictures. */
const IS_FULL = inject('isLong');
const LOOKS = IS_FULL ? [DARK, { ...DARK, width: 1024 }, { ...LIGHT, width: 1440 }, LIGHT] : [DARK, LIGHT];

/** Looks at a page of the back office in both themes and both widths: nothing is serious to axe. */
export async function inspectDesk(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  for (const { width, colorScheme, rules } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'dark' : 'light' });
    if (IS_FULL) await page.screenshot({ path: `reports/desk-${name}-${width}-${colorScheme}.png` });
    expect(await findByAxe(page, rules), `${name} ${width} ${colorScheme}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
}
