import { join } from 'node:path';
import { openCold, openPhone, type Phone } from '../browser/index.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { buildWeb } from '../stack/build-web.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { fewerComing, type Route, readRoutes, type Who } from './look/addresses.ts';
import { judgeCatalogue, keysOf, readCatalogues } from './look/catalogues.ts';
import { type Opening, openAll, pickBy } from './look/crew.ts';
import { describeFindings } from './look/findings.ts';
import { readGlossary } from './look/glossary.ts';
import { type Fault, findOverflows, findOverlaps, findRawKeys, findTornThai } from './look/judge-texts.ts';
import { LANGUAGES, type Language } from './look/languages.ts';
import { lookAtPage, type PageFacts } from './look/page-checks.ts';
import { findBlindSpots, TEXT_PLANTS } from './look/plant.ts';
import { onSite, type Site } from './look/site.ts';

const SIZE = { width: 360, height: 640 };
const codes = Object.keys(LANGUAGES) as Language[]; // Its own keys.
/** English made longer and accented: what is still plain was never given to a translator. */
type Tongue = Language | 'pseudo';

type TextOpening = Opening & {
  readonly route: Route;
  readonly who: Who;
  readonly tongue: Tongue;
  readonly url: string;
};

/** What every catalogue says, and what every screen makes of it on the smallest phone. */
export const i18n: Trial = {
  name: 'i18n',
  claim: 'All texts exist in ten languages, and no screen cuts one off, lays one over another or shows a key.',
  touches: ['apps/web/', 'packages/i18n/', 'packages/ui/', 'docs/spec/'],
  seconds: 130,
  run: (options) => onSite('proof-i18n', (site) => readAndLook(site, options)),
};

async function readAndLook(site: Site, options: TrialOptions): Promise<Verdict> {
  const { say, args } = options;
  const catalogues = readCatalogues();
  const glossary = readGlossary(join(REPOSITORY, 'docs/glossary.md'));
  const written = catalogues.flatMap((catalogue) => judgeCatalogue(catalogue, glossary));
  const keys = keysOf(catalogues);
  await refuseToBeBlind(site, keys, say);
  const seen = await openScreens({ site, keys, all: readRoutes(args), options });
  for (const line of describeFindings([...written, ...seen.findings])) say(line);
  return {
    holds: written.length + seen.findings.length === 0 && seen.openings > 0,
    figure: `${keys.size} texts in ${codes.length} languages, ${written.length} findings; ${seen.openings} openings, ${seen.findings.length} findings`,
  };
}

type Screens = { site: Site; keys: ReadonlySet<string>; all: readonly Route[]; options: TrialOptions };

/** English first: it tells which public screens differ for a visitor, and only those are opened twice in the others. */
async function openScreens({ site, keys, all, options: { short, seed, say } }: Screens) {
  const pseudoUrl = await site.serve(buildWeb('pseudo'));
  const words = new Map<string, string>();
  const look = async (phone: Phone, opening: TextOpening): Promise<Fault[]> => {
    const { isSettled } = await openCold(phone, `${opening.url}/h5/#${opening.route.path}`);
    if (!isSettled) return [{ kind: 'no rest', detail: 'still loading or moving after 10 s' }];
    const facts = await phone.page.evaluate(lookAtPage);
    if (opening.tongue === 'en') words.set(`${opening.who} ${opening.route.path}`, facts.words.join('\n'));
    return judge(facts, keys, opening.tongue);
  };
  const open = (openings: readonly TextOpening[]) => openAll({ browser: site.browser, openings, look, say });
  const visit = (route: Route, who: Who, tongue: Tongue) => planOne(site, pseudoUrl, { route, who, tongue });
  if (short) {
    const fewer = await fewerComing(all, seed);
    const openings = fewer.map((route) => visit(route, 'user', pickBy(route.path, [...ALL_TONGUES])));
    return { openings: openings.length, findings: await open(openings) };
  }
  const asVisitor = all.filter(({ isPublic }) => isPublic);
  const first = [
    ...all.map((route) => visit(route, 'user', 'en')),
    ...asVisitor.map((route) => visit(route, 'visitor', 'en')),
  ];
  const inEnglish = await open(first);
  const differing = asVisitor.filter(({ path }) => words.get(`user ${path}`) !== words.get(`visitor ${path}`));
  say(`${differing.length} of ${asVisitor.length} public screens differ for a visitor`);
  const others = ALL_TONGUES.filter((tongue) => tongue !== 'en').flatMap((tongue) => [
    ...all.map((route) => visit(route, 'user', tongue)),
    ...differing.map((route) => visit(route, 'visitor', tongue)),
  ]);
  return { openings: first.length + others.length, findings: [...inEnglish, ...(await open(others))] };
}

const ALL_TONGUES = [...codes, 'pseudo'] as unknown as readonly [Tongue, ...Tongue[]]; // Never empty.

function planOne(
  { url, userKept }: Site,
  pseudoUrl: string,
  one: Pick<TextOpening, 'route' | 'who' | 'tongue'>,
): TextOpening {
  const isPseudo = one.tongue === 'pseudo';
  const lang = isPseudo ? 'en' : one.tongue;
  const kept = { storage_version: 1, lang, theme: 'dark', ...(one.who === 'user' && userKept) };
  return {
    ...one,
    entry: one.route.entry,
    combination: `${one.tongue} ${one.who}`,
    url: isPseudo ? pseudoUrl : url,
    shape: { ...SIZE, kept },
  };
}

function judge(facts: PageFacts, keys: ReadonlySet<string>, tongue: Tongue): Fault[] {
  const expected = LANGUAGES[tongue === 'pseudo' ? 'en' : tongue];
  if (facts.language !== expected)
    return [{ kind: 'wrong language', detail: `lang is ${facts.language} instead of ${expected}` }];
  if (tongue === 'pseudo' && !facts.words.some((word) => /[à-ÿā-ž]/i.test(word)))
    return [{ kind: 'not pseudo', detail: 'the pseudo build shows plain English' }];
  return [...findRawKeys(facts.words, keys), ...findOverflows(facts), ...findOverlaps(facts), ...findTornThai(facts)];
}

async function refuseToBeBlind(
  { browser, url }: Site,
  keys: ReadonlySet<string>,
  say: TrialOptions['say'],
): Promise<void> {
  const phone = await openPhone(browser, { ...SIZE, kept: { storage_version: 1, lang: 'en' } });
  await openCold(phone, `${url}/h5/#/pages/index/index`);
  const missed = await findBlindSpots(phone, TEXT_PLANTS, async () =>
    judge(await phone.page.evaluate(lookAtPage), keys, 'en'),
  );
  await phone.close();
  if (missed.length > 0) throw new Error(`planted and not noticed: ${missed.join(', ')}`);
  say(`planted and noticed: ${TEXT_PLANTS.map(({ kind }) => kind).join(', ')}`);
}
