import { setSettings, soon, withdrawChanges } from '@app/testkit';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { inspectDesk } from './axe.ts';
import { makeDemoMember } from './member.ts';
import { openPhone, type Phone } from './phone.ts';
import { goTo, joinStaff, plugInAuthenticator, signShown } from './staff.ts';

const { edgeUrl, apiUrls, mailsUrl, ownerUrl } = inject('stack');
declare const KeyboardEvent: new (type: string, init: Readonly<Record<string, unknown>>) => unknown;

const KEY = 'reference.losing_accounts_percent';
const ROLES = ['security', 'operator'];
/** A market that no other journey uses. */
const MARKET = 'PEPE/USDT';
const SWITCH = `switch.market.${MARKET}`;
/** A conversion of demo money into its coin, which each api quotes by itself. */
const CONVERSION = { from_currency_id: '3', to_currency_id: '37', number: '100' };
/** No request that starts this long after a stop is answered is accepted anywhere. */
const STOPPED_WITHIN_MS = 1_000;
const GIVE_UP_MS = 30_000;

let desks: Phone[] = [];

// Other journeys use the stack as well, and a first attempt may have left the market stopped and a change waiting.
beforeEach(async () => {
  await withdrawChanges(ownerUrl, [`setting:${KEY}`, `setting:${SWITCH}`]);
  await setSettings({ urlOf: () => ownerUrl }, { [SWITCH]: true });
});
afterEach(async () => {
  for (const desk of desks) await desk.close();
  desks = [];
});

async function openDesk(): Promise<Page> {
  const desk = await openPhone({ width: 1440, height: 900, isDesktop: true });
  desks.push(desk);
  return await desk.context.newPage();
}

/** Returns the error of an api that is asked for a quote in the market, if it refuses. */
async function refusalOf(url: string, token: string): Promise<string | undefined> {
  const headers = { authorization: token };
  const body = new URLSearchParams(CONVERSION);
  const response = await fetch(`${url}/api/user/getTransferFee`, { method: 'POST', headers, body });
  return ((await response.json()) as { error?: string }).error; // Our own API.
}

/** Waits for the first refusal; returns when the last request that was not refused started, in ms after a moment. */
async function untilRefused(url: string, token: string, sinceMs: number): Promise<number> {
  let acceptedMs = 0;
  for (;;) {
    const startedMs = performance.now() - sinceMs;
    if ((await refusalOf(url, token)) === 'market_closed') return acceptedMs;
    acceptedMs = startedMs;
    if (startedMs > GIVE_UP_MS) throw new Error(`${url} still quotes ${MARKET}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const changeIn = (page: Page): string => /id=(\d+)/.exec(page.url())?.[1] ?? '';

/** Runs in the page: a click and Enter at the same moment, as a quick person or a slow machine has them. */
function chooseAndOpen(row: { click(): void; dispatchEvent(event: unknown): unknown }): void {
  row.click();
  row.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
}

describe('the back office', () => {
  it('given two people, then one proposes and the other signs, and one alone stops', async () => {
    const { kept } = await makeDemoMember(edgeUrl, mailsUrl, 'stopped');
    const token = String(kept.token);
    const leo = await openDesk();
    const { id: leoId } = await joinStaff(leo, 'Leo B', ROLES);
    const ines = await openDesk();
    await plugInAuthenticator(ines);
    const { authenticator } = await joinStaff(ines, 'Ines V', ROLES);
    await goTo(ines, '/me');
    await ines.getByLabel('Name of the passkey').fill('Office key');
    await ines.getByLabel('Code of the authenticator').fill(await authenticator.next());
    await ines.getByRole('button', { name: 'Add passkey' }).click();
    await ines.getByRole('listitem').filter({ hasText: 'Office key' }).waitFor();

    // One proposes a value and signs it as its maker.
    const value = String(10 + Number(leoId % 60n)); // Another one on each attempt.
    await goTo(leo, `/settings?key=${KEY}`);
    await leo.getByLabel('New value').fill(value);
    await leo.getByLabel('Your reason, kept in the trail').fill('New figures of the quarter');
    await leo.getByRole('button', { name: 'Propose' }).click();
    await leo.getByText('Exactly what is signed').waitFor();
    await signShown(leo, 'My own proposal');
    await leo.getByText('Maker · session').waitFor();
    // The same account cannot check it: nothing is left for it to sign, and the page says why.
    await leo.getByText('No, made it').waitFor();
    expect(await leo.getByRole('button', { name: /^Sign/ }).isDisabled()).toBe(true);

    // The other finds it in the queue, and signs it with the passkey.
    await goTo(ines, '/');
    await ines.getByRole('row').filter({ hasText: KEY }).evaluate(chooseAndOpen);
    await ines.getByText('Checker', { exact: true }).waitFor();
    const change = changeIn(ines);
    await signShown(ines, 'Figures checked');
    await ines.getByText('Checker · passkey').waitFor();
    await ines.getByText('In force').first().waitFor();
    await leo.getByRole('cell', { name: value }).first().waitFor();

    // One person stops; every api refuses within a second.
    for (const url of apiUrls) expect(await refusalOf(url, token)).not.toBe('market_closed');
    await goTo(ines, `/switches?q=${MARKET}`);
    await ines.getByRole('button', { name: `Stop market.${MARKET}` }).click();
    await ines.getByLabel('Your reason, kept in the trail').fill('A wave of robots');
    await soon('a stopped market was still quoted', STOPPED_WITHIN_MS, async () => {
      const stopped = ines.waitForResponse((response) => response.url().endsWith('/staff/switch_off'));
      await ines.getByRole('alertdialog').getByRole('button', { name: 'Stop' }).click();
      await stopped;
      const answeredMs = performance.now();
      const acceptedMs = await Promise.all(apiUrls.map((url) => untilRefused(url, token, answeredMs)));
      return Math.max(...acceptedMs);
    });

    // Opening it again is a change, which a second person must sign.
    await ines.getByRole('button', { name: `Ask to open market.${MARKET}` }).click();
    await ines.getByLabel('Your reason, kept in the trail').fill('The wave is over');
    await ines.getByRole('alertdialog').getByRole('button', { name: 'Ask to open' }).click();
    await signShown(ines, 'I watched it end');
    await ines.getByText('Maker · passkey').waitFor();
    expect(await Promise.all(apiUrls.map((url) => refusalOf(url, token)))).toEqual(apiUrls.map(() => 'market_closed'));
    await goTo(leo, `/changes?id=${changeIn(ines)}`);
    await signShown(leo, 'It is over');
    await leo.getByText('Checker · session').waitFor();
    await expect.poll(() => refusalOf(apiUrls[0] ?? '', token)).not.toBe('market_closed');

    const pages = ['/', `/changes?id=${change}`, `/settings?key=${KEY}`, '/switches', `/people?id=${leoId}`, '/me'];
    for (const path of [...pages, '/trail?row=1']) await inspect(leo, path);
    for (const { seen } of desks) expect(seen.complaints).toEqual([]);
  });
});

/** Opens a page by its address and looks at it. */
async function inspect(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const name = path.replace(/^\//, '').replace(/\W.*/, '') || 'queue';
  await inspectDesk(page, name);
}
