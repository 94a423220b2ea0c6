import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { press } from './actions.ts';
import { addressOf } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { makeTrader } from './trader.ts';

const { edgeUrl, mailsUrl } = inject('stack');

let phone: Phone;
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(async () => {
  const { complaints } = phone.seen;
  await phone.close();
  expect(complaints).toEqual([]);
});

const BITCOIN = '1';

describe('the result calendar', () => {
  it('given a trade today, when the calendar is opened, then the day adds up, and a card without the amount is saved', async () => {
    const trader = await makeTrader(edgeUrl, mailsUrl, 'results');
    await trader.place({ currency_id: BITCOIN, type: 'buy', amount: '5000' });
    const page = await openKeeping(phone, addressOf(edgeUrl, 'plus/results'), trader.kept);
    await page.getByText('Days end at 00:00 UTC.').waitFor();
    const today = page.locator('.result-cell').last();
    await today.click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Demo money received').waitFor();
    expect(await figuresOf(sheet)).toBe('adds up');
    await sheet.getByRole('button', { name: 'Close' }).click();
    await sheet.waitFor({ state: 'detached' });

    await press(page, 'Hide amounts');
    expect(await page.getByText('••••••').count()).toBe(1);
    await press(page, 'Show amounts');

    const view = page.getByRole('group', { name: 'View' });
    await view.getByText('Year', { exact: true }).click();
    const months = page.getByRole('list', { name: 'Months' });
    await months.locator('.result-cell').last().waitFor();
    expect(await months.getByRole('button', { name: /^[A-Z][a-z]+ 2\d{3}: / }).count()).toBeGreaterThan(0);
    await view.getByText('Month', { exact: true }).click();
    await today.waitFor();

    await press(page, 'Share');
    const picture = page.getByRole('img', { name: /Demo account/ });
    expect(await picture.getAttribute('aria-label')).not.toContain('USDT');
    await page.getByRole('switch', { name: 'Show the amount' }).click();
    await expect.poll(() => picture.getAttribute('aria-label')).toContain('USDT');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save picture')]);
    expect(download.suggestedFilename()).toMatch(/^tidemark-2\d{3}-\d{2}\.png$/);
  });
});

type Sheet = ReturnType<Awaited<ReturnType<typeof openKeeping>>['getByRole']>;

/** Adds the lines between the opening and the closing value; each may be cut by one unit of its last place. */
async function figuresOf(sheet: Sheet): Promise<string> {
  const values = await sheet.locator('dd').allTextContents();
  const cents = values.map((value) => Math.round(Number(value.replaceAll(',', '').replace('−', '-')) * 100));
  const closing = cents.at(-1) ?? Number.NaN;
  const sum = cents.slice(0, -1).reduce((all, value) => all + value, 0);
  return Math.abs(sum - closing) <= cents.length ? 'adds up' : `${values.join(' | ')} do not add up`;
}
