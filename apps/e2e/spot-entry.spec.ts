import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { addressOf } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { SPOT, seesBook } from './spot-actions.ts';
import { makeTrader } from './trader.ts';

type Clipboard = { setData(kind: 'text', text: string): void };
declare const DataTransfer: new () => Clipboard;
declare const ClipboardEvent: new (
  kind: 'paste',
  how: { clipboardData: Clipboard; bubbles: true; cancelable: true },
) => object;

const { edgeUrl, mailsUrl } = inject('stack');
/** One locale with a decimal point and one with a decimal comma; `amount-entry.test.ts` covers the others. */
const LANGUAGES = ['en', 'tur'];
/** BTC lots have five decimal places; further digits are truncated, never rounded. */
const TYPED = [
  ['0,5', '0.5'],
  ['0.5', '0.5'],
  ['1..5', '1.5'],
  ['1.2.3', '1.23'],
  ['0.123456789012', '0.12345'],
  ['.25', '0.25'],
  ['007', '7'],
  ['1e5', '15'],
] as const;
const PASTED = [
  ['1,234.5 USDT', '1234.5'],
  ['1.234,5', '1234.5'],
  ['1,234', '1234'],
  ['0,00015 BTC', '0.00015'],
] as const;

let phone: Phone;
beforeEach(async () => {
  phone = await openPhone({ width: 360, height: 640 });
});
afterEach(() => phone.close());

/** Locates the amount field, whatever its label. */
const amountIn = (page: Page) => page.locator('[data-coach=amount] input[inputmode=decimal]').first();

async function clear(field: Locator): Promise<void> {
  await field.focus();
  await field.press('ControlOrMeta+a');
  await field.press('Delete');
}

async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input: { dispatchEvent(event: object): boolean }, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

describe('amount entry', () => {
  let trader: Awaited<ReturnType<typeof makeTrader>>;
  beforeAll(async () => {
    trader = await makeTrader(edgeUrl, mailsUrl, 'entry', '100');
  });

  it.for(LANGUAGES)(
    'in %s, when an amount is typed or pasted in common formats, then it is parsed as intended',
    async (lang) => {
      const page = await openKeeping(phone, addressOf(edgeUrl, SPOT), { ...trader.kept, lang });
      const field = amountIn(page);
      for (const [typed, held] of TYPED) {
        await clear(field);
        await field.pressSequentially(typed);
        expect(await field.inputValue(), typed).toBe(held);
      }
      for (const [pasted, held] of PASTED) {
        await clear(field);
        await paste(field, pasted);
        expect(await field.inputValue(), pasted).toBe(held);
      }
      expect(phone.seen.complaints).toEqual([]);
    },
  );

  it('given a keyboard over half of a small screen, when the amount is too high, then field and reason stay visible', async () => {
    const page = await openKeeping(phone, addressOf(edgeUrl, SPOT), trader.kept);
    // The page scrolls to the field once, when the keyboard opens; what loads above it later would move it.
    await seesBook(page);
    await page.locator('.sk').first().waitFor({ state: 'detached' });
    const field = amountIn(page);
    await field.fill('9');
    await field.blur();
    await field.focus();
    await page.setViewportSize({ width: 360, height: 340 });
    const reason = page.locator('[data-coach=amount] [id$="-hint"]').first();
    await reason.waitFor();
    for (const seen of [field, reason]) {
      await expect
        .poll(async () => {
          const box = await seen.boundingBox();
          return box !== null && box.y >= 0 && box.y + box.height <= 340;
        })
        .toBe(true);
    }
  });
});
