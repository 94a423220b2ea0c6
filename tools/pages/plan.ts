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

/**
 * Plans a landing: every built screen for a kind of user that sees it and in the look that the seed picks, with the two
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
 * and some picked by the seed.
 */
export function planChanged(changed: readonly Route[], longest: UiLanguage, seed: string): Opening[] {
  const first: readonly UiLanguage[] = ['en', longest, 'pseudo'];
  const each = Math.max(first.length, Math.floor(CHANGED_OPENINGS_MAX / Math.max(1, changed.length)));
  return changed.flatMap((route) => {
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
}

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
