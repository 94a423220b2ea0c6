import { describe, expect, it } from 'vitest';
import { describeLook, UI_LANGUAGES } from './looks.ts';
import { type Opening, planChanged, planEnglish, planLanding, planOthers, planTurn } from './plan.ts';
import { nameOf, type Route } from './routes.ts';

const make = (entry: string, more: Partial<Route> = {}): Route => ({
  entry,
  path: `/pages/${entry}`,
  isPublic: true,
  isBuilt: true,
  query: '',
  ...more,
});
const many = (count: number, more: Partial<Route> = {}) =>
  Array.from({ length: count }, (_, n) => make(`a/${n}`, more));
const seeds = Array.from({ length: 60 }, (_, n) => `commit ${n}`);

describe('the usual openings', () => {
  it('opens every built screen with all checks whatever the seed, and about half of the public ones for both kinds of user', () => {
    const opened = seeds.map((seed) => planLanding(many(10), seed));
    for (const openings of opened)
      expect(openings.filter(({ isResized }) => isResized).map(({ route }) => route.entry)).toEqual(
        many(10).map(({ entry }) => entry),
      );
    const others = opened.flat().filter(({ isResized }) => !isResized);
    expect(others.length / seeds.length).toBeGreaterThan(4);
    expect(others.length / seeds.length).toBeLessThan(6);
    expect(new Set(others.map(({ route, look }) => `${route.entry} ${look.who}`)).size).toBe(20);
  });

  it('opens a screen of users for them, and for about one in six of the visitors whom it sends to the login', () => {
    const own = many(30, { isPublic: false });
    const opened = seeds.map((seed) => planLanding(own, seed));
    for (const openings of opened) {
      const ofUsers = openings.filter(({ look }) => look.who === 'user');
      expect(ofUsers.map(({ route, isResized }) => [route.entry, isResized])).toEqual(
        own.map(({ entry }) => [entry, true]),
      );
    }
    const redirected = opened.flat().filter(({ look }) => look.who === 'visitor');
    expect(redirected.some(({ isResized, isAudited }) => isResized || isAudited)).toBe(false);
    expect(redirected.length / seeds.length).toBeGreaterThan(3);
    expect(redirected.length / seeds.length).toBeLessThan(7);
    expect(new Set(redirected.map(({ route }) => route.entry)).size).toBe(own.length);
  });

  it('runs axe and other sizes for one kind of user of each screen, and for both kinds across seeds', () => {
    const opened = seeds.map((seed) => planLanding(many(5), seed));
    for (const openings of opened)
      for (const { entry } of many(5)) {
        const own = openings.filter(({ route }) => route.entry === entry);
        expect(own.filter(({ isResized }) => isResized)).toHaveLength(1);
        const audited = own.filter(({ isAudited }) => isAudited);
        expect(audited.every(({ isResized }) => isResized)).toBe(true);
      }
    const inspected = opened.flat().filter(({ isAudited }) => isAudited);
    expect(new Set(inspected.map(({ route, look }) => `${route.entry} ${look.who}`)).size).toBe(10);
  });

  it('opens about one in six of the placeholder pages, and each of them for some seed', () => {
    const coming = many(60, { isBuilt: false });
    const opened = seeds.map((seed) => planLanding(coming, seed).map(({ route }) => route.entry));
    const mean = opened.flat().length / seeds.length;
    expect(mean).toBeGreaterThan(7);
    expect(mean).toBeLessThan(13);
    expect(new Set(opened.flat()).size).toBe(coming.length);
  });

  it('covers every language, theme, width and price mode across seeds, and is the same for the same seed', () => {
    const looks = seeds.flatMap((seed) => planLanding(many(3), seed).map(({ look }) => look));
    expect(new Set(looks.map(({ language }) => language)).size).toBe(UI_LANGUAGES.length);
    expect(new Set(looks.map(({ theme, width, price, who }) => `${theme} ${width} ${price} ${who}`)).size).toBe(36);
    expect(planLanding(many(3), 'a')).toEqual(planLanding(many(3), 'a'));
  });
});

/** As many routes as there are screens: half of them public. `n` of them changed. */
function landingOf(screens: number, n: number, turn = 0) {
  const routes = [...many(screens / 2), ...many(screens / 2, { isPublic: false })].map((route, index) => ({
    ...route,
    entry: `b/${index}`,
  }));
  const changed = routes.filter((_, index) => index % Math.ceil(screens / Math.max(n, 1)) === 0).slice(0, n);
  const plan = planTurn({ routes, changed, longest: 'spa', seed: 'a', turn });
  const opened = new Set(plan.openings.map(({ route }) => nameOf(route)));
  return { ...plan, routes, changed, opened };
}
const languagesOf = (openings: readonly Opening[], route: Route) =>
  openings.filter((opening) => opening.route === route).map(({ look }) => look.language);

describe('a landing', () => {
  it.each([
    ['no screen', 0],
    ['a few', 12],
    ['all', 63],
  ])('of 63 screens opens each at once, and all languages that a change asks for, when %s changed', (_which, n) => {
    const { openings, left, opened, routes, changed } = landingOf(63 + 1, n);
    expect(left).toEqual([]);
    expect(opened.size).toBe(routes.length);
    const unhurried = planLanding(routes, 'a').length + planChanged(changed, 'spa', 'a').length;
    expect(openings).toHaveLength(unhurried);
  });

  it('of 114 screens that all changed stays within the budget: each in English, the rest by the seed', () => {
    const { openings, left, routes } = landingOf(114, 114);
    const usual = planLanding(routes, 'a').length;
    expect(usual + planChanged(routes, 'spa', 'a').length).toBeGreaterThan(420);
    expect(openings).toHaveLength(420);
    expect(left).toEqual([]);
    for (const route of routes) expect(languagesOf(openings, route)).toContain('en');
  });

  it('of more screens than fit opens the changed ones always, and each of the others in one of two landings', () => {
    const both = [4, 5].map((turn) => landingOf(300, 20, turn));
    for (const { openings, changed, opened, left, routes } of both) {
      expect(openings.length).toBeLessThanOrEqual(420); // Turns halve about.
      for (const route of changed) expect(languagesOf(openings, route)).toContain('en');
      expect([...opened, ...left.map(nameOf)].toSorted()).toEqual(routes.map(nameOf).toSorted());
      expect(left.length).toBeGreaterThan(110);
    }
    const [first, second] = both;
    for (const { entry } of first?.left ?? []) expect(second?.opened.has(entry)).toBe(true);
    expect(landingOf(300, 20, 6).left).toEqual(first?.left);
  });
});

describe('a change', () => {
  it('shows a touched screen in every language on the smallest phone, in both themes, to both kinds of user', () => {
    const openings = planChanged([make('market/market')], 'spa', 'a');
    expect(openings.map(({ look }) => look.language).toSorted()).toEqual(UI_LANGUAGES.toSorted());
    expect(new Set(openings.map(({ look }) => `${look.theme} ${look.who} ${look.width}`)).size).toBe(4);
    expect(openings.filter(({ isResized }) => isResized)).toHaveLength(2);
    const audited = openings.filter(({ isAudited }) => isAudited);
    expect(audited.map(({ look }) => look.theme).toSorted()).toEqual(['dark', 'light']);
  });

  it('shows a user-only screen to users only: the landing has already redirected a visitor to the login', () => {
    const openings = planChanged([make('fund/assets', { isPublic: false })], 'spa', 'a');
    expect(new Set(openings.map(({ look }) => look.who))).toEqual(new Set(['user']));
  });

  it('that touches many screens shows each in fewer languages, always including the longest ones', () => {
    const openings = planChanged(many(30), 'spa', 'a');
    expect(openings).toHaveLength(30 * 5);
    expect(openings.slice(0, 30).every(({ look }) => look.language === 'en')).toBe(true);
    const everything = planChanged(many(100), 'spa', 'a');
    expect(everything).toHaveLength(300);
    expect(new Set(everything.map(({ look }) => look.language))).toEqual(new Set(['en', 'pseudo', 'spa']));
    expect(planChanged([], 'spa', 'a')).toEqual([]);
  });
});

describe('the full run', () => {
  it('in English opens every route for both kinds of user on two phones in two themes', () => {
    const openings = planEnglish([make('a/b'), make('c/d', { isBuilt: false })]);
    expect(openings).toHaveLength(16);
    expect(new Set(openings.map(({ look }) => describeLook({ ...look, price: 'gu' }))).size).toBe(8);
  });

  it('in the other languages opens for a visitor only the screens that differ', () => {
    const same = make('a/b');
    const other = make('c/d');
    const closed = make('e/f', { isPublic: false });
    const openings = planOthers([same, other, closed], (route) => route !== same, ['spa']);
    expect(openings).toHaveLength((UI_LANGUAGES.length - 1) * 4);
    expect(openings.filter(({ isResized }) => isResized).map(({ look }) => look.language)).toEqual(
      Array(4).fill('spa'),
    );
  });
});
