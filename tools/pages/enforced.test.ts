import { describe, expect, it } from 'vitest';
import { findMisfits } from './checks/judge-fit.ts';
import { findFitting, isEnforced, KNOWN_MISFITS, misfitOf } from './enforced.ts';
import type { Fault } from './findings.ts';
import type { UiLanguage } from './looks.ts';
import { nameOf, readRoutes } from './routes.ts';

const route = { entry: 'fund/assets', path: '/pages/fund/assets', isPublic: false, isBuilt: true, query: '' };
const openingIn = (language: UiLanguage) => ({
  route,
  look: { width: 360, theme: 'dark', price: 'gu', language, who: 'user' } as const,
  isAudited: true,
  isResized: true,
});

/** Returns the finding about a text that is wider than a phone, as the check of sizes words it. */
function misfitAt(width: number, at: string) {
  const texts = [{ about: 'p “planted”', left: 0, right: width + 10 }];
  const [fault] = findMisfits({ frames: [], texts, buttons: [], controls: [], firstLine: NO_LINE }, PHONE, at);
  return fault ?? { kind: 'none', detail: '' };
}
const PHONE = { width: 320, height: 640 };
const NO_LINE = { text: '', height: 0 };
const LARGE = 'at 320 px with letters of 200 %';

describe('a misfit', () => {
  it.each(['at 320 px', LARGE, 'at 390 px with letters of 200 %', 'at 360 px'])('%s fails in English', (at) => {
    expect(isEnforced(misfitAt(400, at), openingIn('en'), {})).toBe(true);
    expect(isEnforced(misfitAt(400, at), openingIn('spa'), {})).toBe(false);
  });

  it('that is known on this screen at this size is only noted', () => {
    const known = { 'fund/assets': [`sticks out ${LARGE}`] };
    expect(isEnforced(misfitAt(400, LARGE), openingIn('en'), known)).toBe(false);
    expect(isEnforced(misfitAt(400, 'at 320 px'), openingIn('en'), known)).toBe(true);
    expect(isEnforced({ kind: 'cut button', detail: `button ${LARGE}` }, openingIn('en'), known)).toBe(true);
    expect(isEnforced(misfitAt(400, LARGE), { ...openingIn('en'), route: { ...route, entry: 'a/b' } }, known)).toBe(
      true,
    );
  });

  it('that makes the page scroll sideways at 320 px fails in every language, and is never known', () => {
    const sideways = { kind: 'scrolls sideways', detail: 'main by 20 px at 320 px' };
    expect(isEnforced(sideways, openingIn('spa'), { 'fund/assets': ['scrolls sideways at 320 px'] })).toBe(true);
  });

  it('is named by its kind and its size, and other faults are none', () => {
    expect(misfitOf(misfitAt(400, LARGE))).toBe(`sticks out ${LARGE}`);
    expect(misfitOf({ kind: 'raw text', detail: 'system.reload' })).toBeUndefined();
  });
});

it('a small control fails in English only, every other fault always', () => {
  const small = { kind: 'small control', detail: 'button is 16×16 px' };
  expect([isEnforced(small, openingIn('en')), isEnforced(small, openingIn('spa'))]).toEqual([true, false]);
  expect(isEnforced({ kind: 'no name', detail: 'button' }, openingIn('spa'))).toBe(true);
});

it('a listed screen that fits is named once it was opened at all sizes in English', () => {
  const known = { 'fund/assets': ['not measured'] };
  const misfit = misfitAt(400, LARGE);
  expect(isEnforced(misfit, openingIn('en'), known)).toBe(false);
  const looked = (language: UiLanguage, ...noted: Fault[]) => ({ opening: openingIn(language), noted });
  const small = { kind: 'small control', detail: 'button is 16×16 px' };
  expect(findFitting([looked('en', small)], known)).toEqual(['fund/assets']);
  expect(findFitting([looked('en'), looked('en', misfit)], known)).toEqual([]);
  expect(findFitting([looked('spa')], known)).toEqual([]);
  expect(findFitting([looked('en')], {})).toEqual([]);
});

it('the list of known misfits gets no longer, and names screens that there are', async () => {
  const screens = Object.keys(KNOWN_MISFITS);
  expect(screens.length).toBeLessThanOrEqual(SCREENS_AT_MOST);
  const names = new Set((await readRoutes()).map(nameOf));
  expect(screens.filter((screen) => !names.has(screen))).toEqual([]);
});
/** Only ever lower it. */
const SCREENS_AT_MOST = 63;
