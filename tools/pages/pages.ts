import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openCold, openPhone, type Phone } from '../browser/index.ts';
import { writeRows } from '../ci/rows.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { buildWeb } from '../stack/build-web.ts';
import { describeFindings } from './findings.ts';
import { inspectOpening, inspectPage, inspectSizes } from './inspect.ts';
import { type Look, SMALL, sizeOf, type Tongue } from './looks.ts';
import { type Opened, openAll } from './open-all.ts';
import { type Opening, planChanged, planEnglish, planLanding, planOthers } from './plan.ts';
import { findBlindSpots, PLANTED_KINDS } from './plants.ts';
import { describeRun, describeTargets, type NamedControl, toRows } from './report.ts';
import { chooseRoutes, nameOf, type Route, readRoutes } from './routes.ts';
import { onSite, type Site } from './site.ts';
import { keysOf, longestLanguage, readCatalogues } from './texts/catalogues.ts';

const REPORT = join(REPOSITORY, 'reports/pages.json');
const say = (line: string) => console.log(line);

type Choice = {
  /** Only these screens, as if they were changed. */
  readonly only: readonly string[];
  readonly changed: readonly string[];
  readonly isFull: boolean;
  readonly seed: string;
};

function readChoice(): Choice {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: 'boolean' }, changed: { type: 'string' }, seed: { type: 'string' } },
  });
  const changed = (values.changed ?? '').split(',').filter((entry) => entry !== '');
  return { only: positionals, changed, isFull: values.all ?? false, seed: values.seed ?? headCommit() };
}

/** The looks of a sample rotate from commit to commit, and a commit's are always the same. */
function headCommit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: REPOSITORY, encoding: 'utf8' });
  return stdout.trim() || 'no commit';
}

/** Everything that one run shares between its openings. */
class Run {
  readonly controls: NamedControl[] = [];
  readonly #words = new Map<string, string>();
  readonly #site: Site;
  readonly #keys: ReadonlySet<string>;
  #pseudoUrl: string | undefined;

  constructor(site: Site, keys: ReadonlySet<string>) {
    this.#site = site;
    this.#keys = keys;
  }

  async open(openings: readonly Opening[]): Promise<Opened[]> {
    if (this.#pseudoUrl === undefined && openings.some(({ look }) => look.tongue === 'pseudo'))
      this.#pseudoUrl = await this.#site.serve(buildWeb('pseudo'));
    const inspect = (phone: Phone, opening: Opening) => this.#inspect(phone, opening);
    return await openAll({ browser: this.#site.browser, openings, inspect, say });
  }

  /** A visitor reads something else there than a user; known once both were opened in English. */
  differs(route: Route): boolean {
    return this.#words.get(`user ${nameOf(route)}`) !== this.#words.get(`visitor ${nameOf(route)}`);
  }

  async #inspect(phone: Phone, opening: Opening) {
    const { look, route } = opening;
    const url = look.tongue === 'pseudo' ? (this.#pseudoUrl ?? '') : this.#site.url;
    await phone.reshape({ ...sizeOf(look.width), kept: this.#keptFor(look) }, url);
    const { faults, controls, words } = await inspectOpening(phone, opening, url, this.#keys);
    this.controls.push(...controls.map((control) => ({ ...control, screen: nameOf(route) })));
    if (look.tongue === 'en') this.#words.set(`${look.who} ${nameOf(route)}`, words.join('\n'));
    return faults;
  }

  #keptFor({ tongue, theme, price, who }: Look) {
    const lang = tongue === 'pseudo' ? 'en' : tongue;
    const settings = { storage_version: 1, lang, theme, price_colours: price };
    return { ...settings, ...(who === 'user' && this.#site.userKept) };
  }

  /** Plants every kind of fault in one page; an inspection that misses one proves nothing. */
  async refuseToBeBlind(): Promise<void> {
    const { browser, url } = this.#site;
    const phone = await openPhone(browser, { ...sizeOf(SMALL), kept: { storage_version: 1, lang: 'en' } });
    await openCold(phone, `${url}/h5/#/pages/index/index`);
    const missed = await findBlindSpots(phone, async () => {
      const { faults } = await inspectPage(phone, 'en', this.#keys);
      return [...faults, ...(await inspectSizes(phone, SMALL)), ...phone.watch.complaints];
    });
    await phone.close();
    if (missed.length > 0) throw new Error(`planted and not noticed: ${missed.join(', ')}`);
    say(`planted and noticed: ${PLANTED_KINDS.join(', ')}`);
  }
}

async function openFull(run: Run, routes: readonly Route[], longest: Tongue): Promise<Opened[]> {
  const inEnglish = await run.open(planEnglish(routes));
  const open = routes.filter(({ isPublic }) => isPublic);
  say(`${open.filter((route) => run.differs(route)).length} of ${open.length} public screens differ for a visitor`);
  const others = await run.open(planOthers(routes, (route) => run.differs(route), ['pseudo', longest]));
  return [...inEnglish, ...others];
}

async function main({ only, changed, isFull, seed }: Choice): Promise<void> {
  const beganMs = performance.now();
  const catalogues = readCatalogues();
  const longest = longestLanguage(catalogues);
  const all = await readRoutes();
  const named = only.length > 0 ? chooseRoutes(all, only) : all;
  const touched = changed.includes('all') ? all.filter(({ isBuilt }) => isBuilt) : chooseRoutes(all, changed);
  const opened = await onSite('pages', async (site) => {
    const run = new Run(site, keysOf(catalogues));
    await run.refuseToBeBlind();
    const sample = planLanding(named, seed);
    const extra = planChanged(only.length > 0 ? named : touched, longest, seed);
    const form = isFull ? 'full' : `seed ${seed}, ${sample.length} by the seed, ${extra.length} for what changed`;
    say(`longest language: ${longest}; ${form}`);
    const done = isFull ? await openFull(run, named, longest) : await run.open([...sample, ...extra]);
    for (const line of describeTargets(run.controls)) say(line);
    return done;
  });
  for (const line of describeFindings(opened.flatMap(({ findings }) => findings))) say(line);
  writeRows(REPORT, toRows(opened));
  for (const line of describeRun(opened, performance.now() - beganMs)) say(line);
  if (opened.length === 0 || opened.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
}

try {
  await main(readChoice());
} catch (error) {
  console.error(error);
  const why = error instanceof Error ? error.message : String(error);
  writeRows(REPORT, [{ name: 'the whole run', state: 'failed', ms: performance.now(), why }]);
  process.exitCode = 1;
}
