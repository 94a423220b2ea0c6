import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { COARSE } from './spot-actions.ts';
import { makeTrader } from './trader.ts';

const { edgeUrl, mailsUrl } = inject('stack');

let phone: Phone;
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(() => phone.close());

/** Requests a file by its row, and saves it when it is ready. */
async function saveFile(page: Page, file: string): Promise<{ name: string; lines: string[] }> {
  await page
    .getByRole('button', { name: `Create: ${file}` })
    .first()
    .click();
  const save = page.getByRole('button', { name: `Save: ${file}` }).first();
  await save.waitFor();
  const [saved] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const text = await readFile(await saved.path(), 'utf8');
  return { name: saved.suggestedFilename(), lines: text.replace('﻿', '').trimEnd().split('\r\n') };
}

describe('a statement', () => {
  it('given a demo account and a trade, then the month leads from opening to closing, is saved as files that say the same, and a notice tells', async () => {
    const trader = await makeTrader(edgeUrl, mailsUrl, 'bill');
    const { filled } = await trader.place({ currency_id: COARSE.id, type: 'buy', amount: '4000' });
    const page = await openKeeping(phone, addressOf(edgeUrl, 'setting/bill'), trader.kept);
    await page.getByText('Balance now').waitFor();
    await page.getByText('+100,000.00').first().waitFor();
    await page.getByText('demo funds').waitFor();
    await page.getByText('Days end at 00:00 UTC').waitFor();
    await page.getByText(COARSE.coin, { exact: true }).first().waitFor();

    const month = new Date().toISOString().slice(0, 7);
    const statement = await saveFile(page, 'Statement, CSV');
    expect(statement.name).toBe(`tidemark-demo-statement-${month}.csv`);
    expect(statement.lines).toContain('flow,demo.grant,100000,,');
    expect(statement.lines.find((line) => line.startsWith(`coin,${COARSE.coin},`))?.split(',')[3]).toBe(filled);
    const balance = (name: string) =>
      Number(statement.lines.find((line) => line.startsWith(`balance,${name},`))?.split(',')[2]);
    expect(balance('opening')).toBe(0);
    const shown = Number((await page.locator('.text-display').textContent())?.replace(/[$,]/g, ''));
    expect(Math.abs(shown - balance('closing')) / shown, 'prices move meanwhile').toBeLessThan(0.01);

    const trades = await saveFile(page, 'Trades, CSV');
    const [header = '', ...fills] = trades.lines.map((line) => line.split(','));
    const cell = (row: string[], name: string) => row[header.indexOf(name)];
    expect(fills.length, 'one order may meet several others').toBeGreaterThan(0);
    for (const row of fills) {
      expect([cell(row, 'product'), cell(row, 'market'), cell(row, 'side')]).toEqual(['spot', COARSE.symbol, 'buy']);
    }
    expect(fills.reduce((sum, row) => sum + Number(cell(row, 'quantity')), 0)).toBeCloseTo(Number(filled), 9);

    await goTo(page, 'plus/notices');
    await page.getByText('Your file is ready').first().waitFor();
    await page.getByText(trades.name, { exact: false }).first().waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });
});
