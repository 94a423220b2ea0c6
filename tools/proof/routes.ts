import { openCold, openPhone, type Phone } from '../browser/index.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { fewerComing, isSentToLogin, judgeAddress, type Route, readRoutes, type Who } from './look/addresses.ts';
import { findByAxe } from './look/axe.ts';
import { keysOf, readCatalogues } from './look/catalogues.ts';
import { type Opening, openAll, pickBy } from './look/crew.ts';
import { describeFindings } from './look/findings.ts';
import { findPoorControls, findPoorPage, TARGET_AIM_PX, targetOf } from './look/judge-controls.ts';
import { type Fault, findRawKeys } from './look/judge-texts.ts';
import { type ControlFact, lookAtPage } from './look/page-checks.ts';
import { CONTROL_PLANTS, findBlindSpots } from './look/plant.ts';
import { onSite, type Site } from './look/site.ts';

const SIZES = [
  [390, 844],
  [360, 640],
] as const;
const THEMES = ['dark', 'light'] as const;
const PEOPLE = ['visitor', 'user'] as const;

type RouteOpening = Opening & { readonly route: Route; readonly who: Who };

/** Every address of the specification, opened as a link from outside opens it. */
export const routes: Trial = {
  name: 'routes',
  claim:
    'Each of the 114 addresses opens cold, for visitors and users, on two phones in two themes, and nothing is wrong.',
  touches: ['apps/web/', 'packages/i18n/', 'packages/ui/', 'docs/spec/'],
  seconds: 120,
  run: (options) => onSite('proof-routes', (site) => openRoutes(site, options)),
};

async function openRoutes(site: Site, { args, short, seed, say }: TrialOptions): Promise<Verdict> {
  const keys = keysOf(readCatalogues());
  const controls: (ControlFact & { entry: string })[] = [];
  const look = async (phone: Phone, { route, who }: RouteOpening) => {
    const { isSettled } = await openCold(phone, `${site.url}/h5/#${route.path}`);
    const address = judgeAddress(route, who, new URL(phone.page.url()).hash);
    const rest: Fault[] = isSettled ? [] : [{ kind: 'no rest', detail: 'still loading or moving after 10 s' }];
    if (isSentToLogin(route, who)) return [...address, ...rest, ...complaintsOf(phone)]; // The login is a route of its own.
    const looked = await lookAtScreen(phone, keys);
    controls.push(...looked.controls.map((control) => ({ ...control, entry: route.entry })));
    return [...address, ...rest, ...looked.faults];
  };
  await refuseToBeBlind(site, keys, say);
  const named = readRoutes(args);
  const openings = plan(site, short ? await fewerComing(named, seed) : named, short);
  const findings = await openAll({ browser: site.browser, openings, look, say });
  for (const line of [...describeFindings(findings), ...describeTargets(controls)]) say(line);
  return {
    holds: findings.length === 0 && openings.length > 0,
    figure: `${openings.length} openings of ${new Set(openings.map(({ entry }) => entry)).size} routes, ${findings.length} findings`,
  };
}

async function lookAtScreen(phone: Phone, keys: ReadonlySet<string>) {
  const byAxe = await findByAxe(phone.page);
  const facts = await phone.page.evaluate(lookAtPage);
  const faults: Fault[] = [
    ...complaintsOf(phone),
    ...findPoorPage(facts),
    ...findRawKeys(facts.words, keys),
    ...findPoorControls(facts.controls),
    ...byAxe,
  ];
  return { faults, controls: facts.controls };
}

const complaintsOf = ({ watch }: Phone): Fault[] => [...watch.complaints];

/** All combinations of a route, or for a short run the one that its path picks. */
function plan({ userKept }: Site, all: readonly Route[], short: boolean): RouteOpening[] {
  return all.flatMap((route) => {
    const every = PEOPLE.flatMap((who) =>
      SIZES.flatMap(([width, height]) =>
        THEMES.map((theme) => {
          const kept = { storage_version: 1, lang: 'en', theme, ...(who === 'user' && userKept) };
          const combination = `${who} ${width}×${height} ${theme}`;
          return { entry: route.entry, route, who, combination, shape: { width, height, kept } };
        }),
      ),
    );
    const [first, ...others] = every;
    return short && first !== undefined ? [pickBy(route.path, [first, ...others])] : every;
  });
}

async function refuseToBeBlind(
  { browser, url }: Site,
  keys: ReadonlySet<string>,
  say: TrialOptions['say'],
): Promise<void> {
  const phone = await openPhone(browser, { width: 390, height: 844, kept: { storage_version: 1, lang: 'en' } });
  await openCold(phone, `${url}/h5/#/pages/index/index`);
  const missed = await findBlindSpots(phone, CONTROL_PLANTS, async () => (await lookAtScreen(phone, keys)).faults);
  await phone.close();
  if (missed.length > 0) throw new Error(`planted and not noticed: ${missed.join(', ')}`);
  say(`planted and noticed: ${CONTROL_PLANTS.map(({ kind }) => kind).join(', ')}`);
}

function describeTargets(controls: readonly (ControlFact & { entry: string })[]): string[] {
  const [smallest] = controls.toSorted((a, b) => targetOf(a) - targetOf(b));
  if (smallest === undefined) return [];
  const { about, entry, width, height } = smallest;
  const under = controls.filter((control) => targetOf(control) < TARGET_AIM_PX).length;
  return [
    `smallest target: ${width}×${height} px, ${about} of ${entry} (${TARGET_AIM_PX} is the most that is measured)`,
    `targets under ${TARGET_AIM_PX} px: ${under} of ${controls.length}`,
  ];
}
