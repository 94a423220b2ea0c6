import { openCold, openPhone, type Phone } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { findByAxe } from './checks/axe.ts';
import { inspectOpening, inspectPage, inspectSizes, type Known } from './inspect.ts';
import { type Look, SMALL, sizeOf } from './looks.ts';
import { type Opened, openAll } from './open-all.ts';
import type { Opening } from './plan.ts';
import { findBlindSpots, PLANTED_KINDS } from './plants.ts';
import type { NamedControl } from './report.ts';
import { nameOf, type Route } from './routes.ts';
import type { Site } from './site.ts';

type Parts = { readonly site: Site; readonly known: Known; readonly print: (line: string) => void };

/** State that one run shares between its openings. */
export class Run {
  readonly controls: NamedControl[] = [];
  readonly #visibleTexts = new Map<string, string>();
  readonly #site: Site;
  readonly #known: Known;
  readonly #print: (line: string) => void;
  #pseudoUrl: string | undefined;

  constructor({ site, known, print }: Parts) {
    this.#site = site;
    this.#known = known;
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
    const { faults, controls, visibleTexts } = await inspectOpening(phone, opening, url, this.#known);
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
      const { faults } = await inspectPage(phone, look, this.#known);
      const byAxe = await findByAxe(phone.page);
      return [...faults, ...byAxe, ...(await inspectSizes(phone, SMALL, look.language)), ...phone.watch.complaints];
    });
    await phone.close();
    if (missed.length > 0) throw new Error(`planted and not noticed: ${missed.join(', ')}`);
    this.#print(`planted and noticed: ${PLANTED_KINDS.join(', ')}`);
  }
}
