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
/** Maximum openings that all changed screens together add to a landing: about two minutes on two processors. */
const CHANGED_OPENINGS_MAX = 150;

/**
 * Plans a landing: every built screen once per kind of user in the look the seed picks, and a sample of the placeholder
 * pages.
 */
export function planLanding(routes: readonly Route[], seed: string): Opening[] {
  return routes.flatMap((route) => {
    const look = (who: Who): Opening => {
      const picked = pickLook(nameOf(route), who, seed);
      return { route, look: picked, isAudited: isReal(picked.language), isResized: !isSentToLogin(route, who) };
    };
    if (route.isBuilt) return [look('user'), look('visitor')];
    const isSampled = hashOf(`${nameOf(route)} ${seed}`) % COMING_ONE_IN === 0;
    return isSampled ? [look(pick(`${nameOf(route)} who ${seed}`, peopleOf(route)))] : [];
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
