import { openCold, openPhone, type Phone } from '../../browser/index.ts';
import { findDeadLinks, type Pages, reasonOf } from '../../pages/checks/dead-links.ts';
import type { Finding } from '../../pages/findings.ts';
import { nameOf, type Route } from '../../pages/routes.ts';
import type { Site } from '../../pages/site.ts';
import { type ControlFact, hasDialog, press, readPage, type Within } from './controls.ts';

/** Alike controls that are pressed on one page: the first of a list, and one more. */
const ALIKE_PRESSED_MAX = 2;
const PHONE = { width: 390, height: 844 };

export type Caller = { readonly name: string; readonly kept: Readonly<Record<string, unknown>> };

export type Crawled = {
  readonly findings: readonly Finding[];
  readonly pages: number;
  readonly links: number;
  readonly presses: number;
};

type Crawl = {
  readonly site: Site;
  readonly caller: Caller;
  readonly pages: Pages;
  /** Put into each document before the app starts: plants of the check's own test. */
  readonly plant?: () => void;
};

/**
 * Opens pages as one caller, reads every link, and presses every other control and those of the dialogs it opens.
 * Calls that change anything are stopped before they leave the browser.
 */
export async function crawl({ site, caller, pages, plant }: Crawl, routes: readonly Route[]): Promise<Crawled> {
  const phone = await openPhone(site.browser, { ...PHONE, kept: caller.kept });
  await stopEffects(phone);
  if (plant !== undefined) await phone.page.addInitScript(plant);
  const walk = new Walk(phone, { url: site.url, caller: caller.name, pages });
  try {
    for (const route of routes) await walk.visit(route);
  } finally {
    await phone.close();
  }
  return { ...walk.counts, findings: walk.findings, pages: routes.length };
}

/** Stops every call with an idempotency key, and the end of the session. */
const stopEffects = ({ page }: Phone): Promise<unknown> =>
  page.route('**/api/**', (route) => {
    const request = route.request();
    const isEffect = request.headers()['idempotency-key'] !== undefined || request.url().includes('/user/logout');
    return isEffect ? route.abort() : route.continue();
  });

type About = { readonly url: string; readonly caller: string; readonly pages: Pages };

/** What a press did: left the page, opened a dialog, neither, or its control had gone. */
type Outcome = 'left' | 'dialog' | 'same' | 'gone';

class Walk {
  readonly findings: Finding[] = [];
  readonly counts = { links: 0, presses: 0 };
  /** What was pressed already: the tab bar and the like are the same on every page. */
  readonly #pressed = new Map<string, number>();
  readonly #phone: Phone;
  readonly #about: About;
  #isUnchanged = false;

  constructor(phone: Phone, about: About) {
    this.#phone = phone;
    this.#about = about;
  }

  async visit(route: Route): Promise<void> {
    await this.#open(route);
    const { controls } = await this.#read(route, 'page');
    for (const control of controls) {
      if (!this.#isNew(control, nameOf(route))) continue;
      const outcome = await this.#follow(route, [control]);
      if (outcome === 'same') await this.#read(route, 'page'); // A tab shows other links.
      if (outcome !== 'dialog') continue;
      const inside = await this.#read(route, 'dialog');
      for (const next of inside.controls)
        if (this.#isNew(next, `${nameOf(route)} ${control.name}`)) await this.#follow(route, [control, next]);
    }
  }

  async #open(route: Route): Promise<void> {
    const query = route.query === '' ? '' : `?${route.query}`;
    await openCold(this.#phone, `${this.#about.url}/h5/#${route.path}${query}`);
    this.#isUnchanged = true;
  }

  async #read(route: Route, within: Within) {
    const found = await readPage(this.#phone.page, within);
    this.counts.links += found.links.length;
    for (const fault of findDeadLinks(found.links, this.#about.pages)) this.#note(route, fault.kind, fault.detail);
    return found;
  }

  #isNew({ likeness }: ControlFact, where: string): boolean {
    const key = `${where} ${likeness}`;
    const times = this.#pressed.get(key) ?? 0;
    this.#pressed.set(key, times + 1);
    return times < ALIKE_PRESSED_MAX;
  }

  /** Presses controls one after the other, on a fresh page if the last press has changed it. */
  async #follow(route: Route, controls: readonly ControlFact[]): Promise<Outcome> {
    if (!this.#isUnchanged || controls.length > 1) await this.#open(route);
    const before = pathOf(this.#phone);
    for (const control of controls) {
      if (await this.#press(route, control, controls.length === 1)) continue;
      this.#isUnchanged = false;
      return 'gone';
    }
    const outcome = pathOf(this.#phone) !== before ? 'left' : (await hasDialog(this.#phone.page)) ? 'dialog' : 'same';
    this.#isUnchanged = outcome === 'same' && controls.length === 1;
    const why = outcome === 'left' ? reasonOf(pathOf(this.#phone), isTagged(controls), this.#about.pages) : undefined;
    const names = controls.map(({ name }) => `“${name}”`).join(', ');
    if (why !== undefined) this.#note(route, 'dead button', `${names} leads to ${pathOf(this.#phone)}, ${why}`);
    return outcome;
  }

  async #press(route: Route, control: ControlFact, mayReopen: boolean): Promise<boolean> {
    this.counts.presses++;
    let isPressed = await press(this.#phone.page, control);
    if (!isPressed && mayReopen) {
      await this.#open(route);
      isPressed = await press(this.#phone.page, control);
    }
    await this.#rest();
    return isPressed;
  }

  /** A press shows its effect within some frames; what it loads does not matter here. */
  #rest(): Promise<void> {
    return this.#phone.page.waitForTimeout(PRESSED_MS);
  }

  #note(route: Route, kind: string, detail: string): void {
    this.findings.push({ screen: nameOf(route), look: this.#about.caller, kind, detail });
  }
}

const PRESSED_MS = 250;

const isTagged = (controls: readonly ControlFact[]) => controls.at(-1)?.isTagged ?? false;

const pathOf = ({ page }: Phone): string => {
  const { hash } = new URL(page.url());
  return hash.slice(1).split('?')[0] || '/';
};
