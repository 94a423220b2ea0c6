import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openBrowser, openCold, openPhone, type Phone } from '../browser/index.ts';
import { writeRows } from '../ci/rows.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { freePorts } from '../services/places.ts';
import { buildWeb } from '../stack/build-web.ts';
import { type StackProcess, startProcess } from '../stack/process.ts';
import { openStack } from '../stack/shared-stack.ts';
import type { StackUrls } from '../stack/stack.ts';
import { openDemoUser } from '../torture/journey-client.ts';
import { findByAxe } from './checks/axe.ts';
import { describeFindings } from './findings.ts';
import { inspectOpening, inspectPage, inspectSizes } from './inspect.ts';
import { type Look, SMALL, sizeOf, type UiLanguage } from './looks.ts';
import { type Opened, openAll } from './open-all.ts';
import { type Opening, planChanged, planEnglish, planLanding, planOthers } from './plan.ts';
import { findBlindSpots, PLANTED_KINDS } from './plants.ts';
import { describeRun, describeTargets, type NamedControl, toRows } from './report.ts';
import { chooseRoutes, nameOf, type Route, readRoutes } from './routes.ts';
import { keysOf, longestLanguage, readCatalogues } from './texts/catalogues.ts';

const REPORT = join(REPOSITORY, 'reports/pages.json');
const print = (line: string) => console.log(line);

type Choice = {
  /** Restricts the run to these screens, treated as changed. */
  readonly only: readonly string[];
  readonly changed: readonly string[];
  readonly isFull: boolean;
  /** Uses only the seed's looks, also for named screens: for the inner loop. */
  readonly isQuick: boolean;
  readonly seed: string;
};

function readChoice(): Choice {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      quick: { type: 'boolean' },
      changed: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const changed = (values.changed ?? '').split(',').filter((entry) => entry !== '');
  return {
    only: positionals,
    changed,
    isFull: values.all ?? false,
    isQuick: values.quick ?? false,
    seed: values.seed ?? headCommit(),
  };
}

/** Returns the HEAD commit as seed: sampled looks change from commit to commit and are reproducible for a commit. */
function headCommit(): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: REPOSITORY, encoding: 'utf8' });
  return stdout.trim() || 'no commit';
}

async function openFull(run: Run, routes: readonly Route[], longest: UiLanguage): Promise<Opened[]> {
  const inEnglish = await run.open(planEnglish(routes));
  const open = routes.filter(({ isPublic }) => isPublic);
  print(`${open.filter((route) => run.differs(route)).length} of ${open.length} public screens differ for a visitor`);
  const others = await run.open(planOthers(routes, (route) => run.differs(route), ['pseudo', longest]));
  return [...inEnglish, ...others];
}

async function main({ only, changed, isFull, isQuick, seed }: Choice): Promise<void> {
  const beganMs = performance.now();
  const catalogues = readCatalogues();
  const longest = longestLanguage(catalogues);
  const all = await readRoutes();
  const named = only.length > 0 ? chooseRoutes(all, only) : all;
  const touched = changed.includes('all') ? all.filter(({ isBuilt }) => isBuilt) : chooseRoutes(all, changed);
  const opened = await onSite('pages', async (site) => {
    const run = new Run({ site, keys: keysOf(catalogues), print });
    await run.refuseToBeBlind();
    const sample = planLanding(named, seed);
    const extra = isQuick ? [] : planChanged(only.length > 0 ? named : touched, longest, seed);
    const form = isFull ? 'full' : `seed ${seed}, ${sample.length} by the seed, ${extra.length} for what changed`;
    print(`longest language: ${longest}; ${form}`);
    const done = isFull ? await openFull(run, named, longest) : await run.open([...sample, ...extra]);
    for (const line of describeTargets(run.controls)) print(line);
    return done;
  });
  for (const line of describeFindings(opened.flatMap(({ findings }) => findings))) print(line);
  writeRows(REPORT, toRows(opened));
  for (const line of describeRun(opened, performance.now() - beganMs)) print(line);
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

type Parts = { readonly site: Site; readonly keys: ReadonlySet<string>; readonly print: (line: string) => void };

/** State that one run shares between its openings. */
class Run {
  readonly controls: NamedControl[] = [];
  readonly #visibleTexts = new Map<string, string>();
  readonly #site: Site;
  readonly #keys: ReadonlySet<string>;
  readonly #print: (line: string) => void;
  #pseudoUrl: string | undefined;

  constructor({ site, keys, print }: Parts) {
    this.#site = site;
    this.#keys = keys;
    this.#print = print;
  }

  async open(openings: readonly Opening[]): Promise<Opened[]> {
    if (this.#pseudoUrl === undefined && openings.some(({ look }) => look.language === 'pseudo'))
      this.#pseudoUrl = await this.#site.serve(buildWeb('pseudo'));
    const inspect = (phone: Phone, opening: Opening) => this.#inspect(phone, opening);
    return await openAll({ browser: this.#site.browser, openings, inspect, print: this.#print });
  }

  /** Checks whether a visitor and a user see different text; valid once both were opened in English. */
  differs(route: Route): boolean {
    return this.#visibleTexts.get(`user ${nameOf(route)}`) !== this.#visibleTexts.get(`visitor ${nameOf(route)}`);
  }

  async #inspect(phone: Phone, opening: Opening) {
    const { look, route } = opening;
    const url = look.language === 'pseudo' ? (this.#pseudoUrl ?? '') : this.#site.url;
    await phone.reshape({ ...sizeOf(look.width), kept: this.#keptFor(look) });
    const { faults, controls, visibleTexts } = await inspectOpening(phone, opening, url, this.#keys);
    this.controls.push(...controls.map((control) => ({ ...control, screen: nameOf(route) })));
    if (look.language === 'en') this.#visibleTexts.set(`${look.who} ${nameOf(route)}`, visibleTexts.join('\n'));
    return faults;
  }

  #keptFor({ language, theme, price, who }: Look) {
    const lang = language === 'pseudo' ? 'en' : language;
    const settings = { storage_version: 1, lang, theme, price_colours: price };
    return { ...settings, ...(who === 'user' && this.#site.userKept) };
  }

  /** Injects every kind of fault into one page and throws if the inspection misses one. */
  async refuseToBeBlind(): Promise<void> {
    const { browser, url } = this.#site;
    const look = { width: SMALL, theme: 'dark', price: 'gu', language: 'en', who: 'visitor' } as const;
    const phone = await openPhone(browser, { ...sizeOf(SMALL), kept: this.#keptFor(look) });
    await openCold(phone, `${url}/h5/#/pages/index/index`);
    const missed = await findBlindSpots(phone, async () => {
      const { faults } = await inspectPage(phone, look, this.#keys);
      const byAxe = await findByAxe(phone.page);
      return [...faults, ...byAxe, ...(await inspectSizes(phone, SMALL, look.language)), ...phone.watch.complaints];
    });
    await phone.close();
    if (missed.length > 0) throw new Error(`planted and not noticed: ${missed.join(', ')}`);
    this.#print(`planted and noticed: ${PLANTED_KINDS.join(', ')}`);
  }
}

type Kept = Readonly<Record<string, unknown>>;

/** Built app served by real servers, a browser, and one funded user. */
type Site = {
  readonly url: string;
  readonly browser: Browser;
  /** Local storage of the user's phone after login. */
  readonly userKept: Kept;
  /** Serves another build of the app from the same servers and returns its URL. */
  serve(folder: string): Promise<string>;
};

/**
 * Runs `use` on a fresh site and always cleans up. Starts an engine, because an order book with orders is wider than an
 * empty one.
 */
async function onSite<Value>(purpose: string, use: (site: Site) => Promise<Value>): Promise<Value> {
  buildWeb();
  const stack = await openStack(purpose, { apis: 1, gateways: 1, feeds: 1, engines: 1 });
  const edges: StackProcess[] = [];
  const browser = await openBrowser();
  const serve = async (folder: string) => {
    const edge = await startEdge(stack, folder);
    edges.push(edge);
    return `http://127.0.0.1:${edge.port}`;
  };
  try {
    return await use({ url: stack.edgeUrl, browser, userKept: await registerUser(stack), serve });
  } finally {
    await browser.close();
    for (const edge of edges) await edge.stop();
    await stack.stop();
  }
}

async function registerUser(stack: StackUrls): Promise<Kept> {
  const { token } = await openDemoUser(stack, `pages-${randomUUID().slice(0, 8)}`);
  const answer = await fetch(`${stack.edgeUrl}/api/user/info`, { headers: { authorization: token } });
  const { data } = (await answer.json()) as {
    data: { id: string; account: string; nickname: string; avatar: string; invite_code: string; book: string };
  }; // API envelope.
  const { id, account, nickname, avatar, invite_code: inviteCode, book } = data;
  return { token, user: { id, account, nickname, avatar, inviteCode, book } };
}

/** Starts an edge in front of the stack's edge, which acts as its API and gateway. */
async function startEdge(stack: StackUrls, folder: string): Promise<StackProcess> {
  const { postgres: port } = await freePorts();
  return await startProcess({
    name: 'edge',
    program: join(REPOSITORY, 'apps/server/src/bin/edge.ts'),
    port,
    environment: { HTTP_PORT: String(port), API_URLS: stack.edgeUrl, GATEWAY_URLS: stack.edgeUrl, WEB_FOLDER: folder },
    logFile: devNull,
  });
}
