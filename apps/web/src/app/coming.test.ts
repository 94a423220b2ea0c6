import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { OPEN_AT_FIRST, PRODUCTS } from '@app/domain/reference';
import { describe, expect, it } from 'vitest';
import { SCREENS } from './screens.ts';
import { TAB_PATHS } from './tab-paths.ts';

const SPEC = resolve(import.meta.dirname, '../../../../docs/spec');
const listed = (file: string) =>
  (JSON.parse(readFileSync(resolve(SPEC, file), 'utf8')) as string[]).map((path) => `/pages/${path}`); // An array of paths.
const paths = (screens: readonly { path: string }[]) => screens.map(({ path }) => path).sort();

describe('the table of screens', () => {
  it('has each of the 114 paths of the specification once, and besides them only paths under /plus/', () => {
    const within = SCREENS.filter(({ path }) => !path.startsWith('/pages/plus/'));
    expect(within).toHaveLength(114);
    expect(paths(within)).toEqual(listed('routes.json').sort());
    expect(new Set(paths(SCREENS)).size).toBe(SCREENS.length);
  });

  it('opens exactly the pages on the public list to visitors', () => {
    const open = SCREENS.filter(({ path, access }) => access === 'public' && !path.startsWith('/pages/plus/'));
    expect(paths(open)).toEqual(listed('public-routes.json').sort());
  });

  it('also has the pages on our own list, with the access listed there', () => {
    const own = JSON.parse(readFileSync(resolve(SPEC, 'plus-routes.json'), 'utf8')) as {
      path: string;
      access: string;
    }[];
    const beyond = SCREENS.filter(({ path }) => path.startsWith('/pages/plus/'));
    const listed = (list: readonly { path: string; access: string }[]) =>
      list.map(({ path, access }) => `${path} ${access}`);
    expect(listed(beyond).sort()).toEqual(listed(own.map((it) => ({ ...it, path: `/pages/${it.path}` }))).sort());
  });

  it('announces exactly the pages of the specification that are not built, none of them a tab or our own', () => {
    const unbuilt = paths(SCREENS.filter((screen) => 'coming' in screen));
    const built = paths(SCREENS.filter((screen) => 'load' in screen));
    expect(unbuilt).toEqual(
      listed('routes.json')
        .filter((path) => !built.includes(path))
        .sort(),
    );
    expect(TAB_PATHS.filter((tab) => !built.includes(tab))).toEqual([]);
  });

  it('has built exactly the pages on the list of built ones: none became a placeholder again', () => {
    const built = paths(SCREENS.filter((screen) => 'load' in screen && !screen.path.startsWith('/pages/plus/')));
    expect(built).toEqual(listed('built-routes.json').sort());
  });

  it('has a page for every product but the blind boxes of the NFT pages, and no placeholder of an open product', () => {
    const needed = new Set(SCREENS.flatMap(({ product }) => product ?? []));
    expect(PRODUCTS.filter((product) => !needed.has(product))).toEqual(['blind_box']);
    const announced = SCREENS.filter((screen) => 'coming' in screen);
    expect(announced.filter(({ product }) => product !== undefined && OPEN_AT_FIRST.includes(product))).toEqual([]);
  });
});
