import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wayOn } from './coming-screen.tsx';
import { SCREENS } from './screens.ts';

const SOURCE = resolve(import.meta.dirname, '..');

const CLOSED = SCREENS.flatMap((screen) => ('coming' in screen ? [screen] : []));
const isClosed = (path: string) => CLOSED.some((screen) => screen.path === path);

/** Files that name closed pages and ask `data/app/openness.ts` before they link to one, or never show the link. */
const ASKING = [
  'data/app/open-lists.ts',
  'data/app/return-address.ts', // Target of a refusal that names the page.
  'features/home/checklist-card.tsx', // The step is left out while its state is unknown.
  'features/home/shortcuts.ts',
  'features/results/period-details.tsx',
  'features/seconds/trade/rules-sheet.tsx',
  'features/settings/me/menu.ts',
  'features/settings/me/setting-screen.tsx',
  'features/statement/statement-figures.tsx',
  'features/wallet/actions/asset-actions.ts',
  'features/wallet/actions/money-actions.ts',
  'features/wallet/desk/desk-keys.tsx',
  'features/wallet/records/records-screen.tsx',
  'features/wallet/transfer/fiat-transfer-screen.tsx',
  'features/wallet/transfer/transfer-form.ts',
];

/** Returns the closed pages that a file's code links to. */
const linksIn = (code: string) => [...code.matchAll(/\/pages\/[\w/]+/g)].map(([path]) => path).filter(isClosed);

describe('a page that is not built', () => {
  it('is linked only by code that knows whether it is open', () => {
    const files = globSync(`${SOURCE}/**/*.{ts,tsx}`).filter((file) => !/\.(?:test|screens)\.tsx?$/.test(file));
    expect(files.length).toBeGreaterThan(200);
    const links = files.flatMap((file) => {
      const name = relative(SOURCE, file);
      return ASKING.includes(name) ? [] : linksIn(readFileSync(file, 'utf8')).map((path) => `${name} ${path}`);
    });
    expect(links).toEqual([]);
  });

  it('offers one way on, to a page that is built and needs no product', () => {
    for (const { coming, product } of CLOSED) {
      const { path } = wayOn(coming.title, product);
      const target = SCREENS.find((screen) => screen.path === path);
      expect(target).toMatchObject({ load: expect.any(Function) });
      expect(target?.product).toBe(undefined);
    }
  });
});
