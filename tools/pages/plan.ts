import { hashOf, type Look, PRICES, pick, pickLook, SMALL, THEMES, UI_LANGUAGES, type UiLanguage } from './looks.ts';
import { isSentToLogin, nameOf, type Route, type Who } from './routes.ts';

/** One screen opened in one look. */
export type Opening = {
  readonly route: Route;
  readonly look: Look;
  /** Runs axe as well; its results depend on theme and layout, hardly on the language. */
  readonly isAudited: boolean;
  /** Checks 320 px and 200 % text as well. */
  readonly isResized: boolean;
};

/** Sampling rate of placeholder pages (one in six), which a single component renders. */
const COMING_ONE_IN = 6;
/** Sampling rate of redirects to the login (one in six), which a single guard makes. */
const REDIRECTED_ONE_IN = 6;
/** Sampling rate of the other kind of user of a public screen (one in two): most of a screen is the same for both. */
const OTHERS_ONE_IN = 2;
/** Maximum openings that all changed screens together add to a landing: about two minutes on two processors. */
const CHANGED_OPENINGS_MAX = 150;
/** Budget of a landing: about five minutes on two processors. */
const OPENINGS_MAX = 420;

type Question = {
  readonly routes: readonly Route[];
  readonly changed: readonly Route[];
  readonly longest: UiLanguage;
  readonly seed: string;
  /** Number of the landing, by which unchanged screens take turns. */
  readonly turn: number;
};
/** What a landing opens, and the built screens whose turn is at the next one. */
type Plan = { readonly openings: readonly Opening[]; readonly left: readonly Route[] };

/**
 * Plans a landing within its budget. Changed screens are always opened, in fewer languages if there are many. Of the
 * others every second one waits for the next landing if not all fit.
 */
export function planTurn({ routes, changed, longest, seed, turn }: Question, most = OPENINGS_MAX): Plan {
  const others = routes.filter((route) => !changed.includes(route));
  const sampled = planLanding(others, seed);
  const always = planLanding(changed, seed);
  const half = Math.ceil(sampled.length / 2);
  const extra = planChanged(changed, longest, seed).slice(0, Math.max(changed.length, most - always.length - half));
  if (always.length + extra.length + sampled.length <= most) {
    return { openings: [...always, ...sampled, ...extra], left: [] };
  }
  const hasTurn = (route: Route) => (hashOf(nameOf(route)) + turn) % 2 === 0;
  const inTurn = sampled.filter(({ route }) => hasTurn(route));
  return {
    openings: [...always, ...inTurn, ...extra],
    left: others.filter((route) => route.isBuilt && !hasTurn(route)),
  };
}

/**
 * Plans the usual openings of screens: every built one for a kind of user that sees it and in the look that the seed picks, with the two
 * costly checks, axe and other sizes. Of the rest, samples: public screens for the other kind of user, redirects to the
 * login, placeholder pages.
 */
export function planLanding(routes: readonly Route[], seed: string): Opening[] {
  return routes.flatMap((route) => {
    const name = nameOf(route);
    const inspected = pick(`${name} who ${seed}`, peopleOf(route));
    const look = (who: Who): Opening => {
      const picked = pickLook(name, who, seed);
      const isInspected = who === inspected;
      return { route, look: picked, isAudited: isInspected && isReal(picked.language), isResized: isInspected };
    };
    const isSampled = (kind: string, oneIn: number) => hashOf(`${name} ${kind} ${seed}`) % oneIn === 0;
    if (!route.isBuilt) return isSampled('coming', COMING_ONE_IN) ? [look(inspected)] : [];
    const isRedirected = isSentToLogin(route, 'visitor');
    if (isRedirected && !isSampled('redirect', REDIRECTED_ONE_IN)) return [look('user')];
    if (!isRedirected && !isSampled('other', OTHERS_ONE_IN)) return [look(inspected)];
    return [look('user'), look('visitor')];
  });
}

/**
 * Plans the extra openings for changed screens: on the smallest phone in every language, with alternating themes and
 * kinds of user. If many screens changed, in fewer languages: English, which has the strictest checks, the two longest,
 * and some picked by the seed. All screens in English come first, then all in the next language, so that a landing can
 * leave out the last ones.
 */
export function planChanged(changed: readonly Route[], longest: UiLanguage, seed: string): Opening[] {
  const first: readonly UiLanguage[] = ['en', longest, 'pseudo'];
  const each = Math.max(first.length, Math.floor(CHANGED_OPENINGS_MAX / Math.max(1, changed.length)));
  const byRoute = changed.map((route) => {
    const order = (language: UiLanguage) => hashOf(`${nameOf(route)} ${language} ${seed}`);
    const others = UI_LANGUAGES.filter((language) => !first.includes(language)).toSorted((a, b) => order(a) - order(b));
    const people = peopleOf(route);
    const turn = pick(`${nameOf(route)} turn ${seed}`, [0, 1, 2, 3]);
    return [...first, ...others].slice(0, each).map((language, index) => {
      const at = index + turn;
      const who = people[Math.floor(at / 2) % people.length] ?? 'user';
      const look = { width: SMALL, theme: turnOf(THEMES, at), price: turnOf(PRICES, at), language, who };
      return { route, look, isAudited: index < THEMES.length, isResized: language === 'en' || language === longest };
    });
  });
  const inTurn = byRoute.toSorted(([a], [b]) => orderOf(a, seed) - orderOf(b, seed));
  return Array.from({ length: each }, (_, index) => inTurn.flatMap((openings) => openings[index] ?? [])).flat();
}

/** Order of the screens by the seed, so that it is not always the same ones that are opened in fewer languages. */
const orderOf = (opening: Opening | undefined, seed: string): number =>
  opening === undefined ? 0 : hashOf(`${nameOf(opening.route)} order ${seed}`);

const turnOf = <Value>([first, ...more]: readonly [Value, ...Value[]], at: number): Value =>
  [first, ...more][at % (more.length + 1)] ?? first;

/**
 * Excludes the pseudo-locale from axe: accessible name and button text are lengthened separately, so no name contains
 * its button's text.
 */
const isReal = (language: UiLanguage) => language !== 'pseudo';

/** Returns the kinds of user that see the screen instead of the login. */
const peopleOf = ({ isPublic }: Route): readonly Who[] => (isPublic ? ['user', 'visitor'] : ['user']);

const PHONES = [360, 390] as const;

/** Plans the full run in English: every route for both kinds of user on two phones in two themes. */
export function planEnglish(routes: readonly Route[]): Opening[] {
  return routes.flatMap((route) =>
    (['user', 'visitor'] as const).flatMap((who) =>
      PHONES.flatMap((width) =>
        THEMES.map((theme) => {
          const price = pick(`${nameOf(route)} ${width} ${theme}`, PRICES);
          const isResized = theme === 'dark' && width === SMALL && !isSentToLogin(route, who);
          return { route, look: { width, theme, price, language: 'en', who }, isAudited: true, isResized } as const;
        }),
      ),
    ),
  );
}

/**
 * Plans the full run in the other languages, on the smallest phone; for a visitor only screens that differ from a
 * user's.
 */
export function planOthers(
  routes: readonly Route[],
  differs: (route: Route) => boolean,
  resized: readonly UiLanguage[],
): Opening[] {
  return UI_LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
    routes.flatMap((route) => {
      const people: readonly Who[] = route.isPublic && differs(route) ? ['user', 'visitor'] : ['user'];
      return people.map((who) => {
        const look = { width: SMALL, theme: 'dark', price: 'gu', language, who } as const;
        return { route, look, isAudited: false, isResized: route.isBuilt && resized.includes(language) };
      });
    }),
  );
}
