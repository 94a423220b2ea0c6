import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { press } from './actions.ts';
import { type Member, makeDemoMember, sendTo } from './member.ts';
import { addressOf, arrives, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);

const SYMBOL = 'BTC/USDT';
const SECONDS = '5';
const STAKES = ['11', '12', '13', '14', '15', '16'] as const;

type OwnBet = Readonly<Record<'id' | 'number' | 'symbol', string>> & {
  readonly status: number;
  readonly type: number;
  readonly result: string | null;
  readonly receipt: string | null;
};

let phone: Phone;
let member: Member;
let bets: readonly OwnBet[];
let page: Page;

/** Places bets of both sides and waits until all are settled: what follows only looks at them. */
beforeAll(async () => {
  phone = await openPhone();
  member = await makeDemoMember(edgeUrl, mailsUrl, 'history');
  const send = sendTo(edgeUrl, String(member.kept.token));
  await send('/wallet/change', { from_field: 'wallet', to_field: 'seconds', currency: 'USDT', number: '1000' });
  const match_id = await marketOf(SYMBOL);
  for (const [index, number] of STAKES.entries())
    await send('/microtrade/submit', {
      match_id,
      currency_name: 'USDT',
      type: index % 2 === 0 ? '1' : '2',
      seconds: SECONDS,
      number,
    });
  bets = await settled();
  page = await openKeeping(phone, at('transaction/seconds_order?tab=ended'), member.kept);
});
afterAll(() => phone.close());

async function read<Data>(path: string): Promise<Data> {
  const headers = { authorization: String(member.kept.token) };
  const response = await fetch(`${edgeUrl}/api${path}`, { headers });
  return ((await response.json()) as { data: Data }).data; // Our own API.
}

async function marketOf(symbol: string): Promise<string> {
  const { markets } = await read<{ markets: readonly { match_id: number; symbol: string }[] }>(
    '/microtrade/seconds?mode=demo',
  );
  return String(markets.find((it) => it.symbol === symbol)?.match_id);
}

/** Waits until all bets have ended, seconds after the last was placed. */
async function settled(): Promise<readonly OwnBet[]> {
  return await vi.waitFor(
    async () => {
      const { list } = await read<{ list: readonly OwnBet[] }>('/microtrade/lists?status=1&limit=100');
      expect(list).toHaveLength(STAKES.length);
      return list;
    },
    { timeout: 20_000, interval: 250 },
  );
}

const rows = () => page.getByRole('list', { name: 'Ended' }).getByRole('button');

describe('the history of bets', () => {
  it('lists every bet over several pages, filters them, and shows one in full', async () => {
    await expect.poll(() => rows().count()).toBe(STAKES.length); // Two pages of five.
    const downs = bets.filter(({ type }) => type === 2);
    await press(page, 'Direction');
    await page.getByRole('dialog').getByText('Down', { exact: true }).click();
    await arrives(page, '#/pages/transaction/seconds_order?tab=ended&side=down');
    await expect.poll(() => rows().count()).toBe(downs.length);

    const [first] = downs;
    await rows().first().click();
    const sheet = page.getByRole('dialog', { name: /^(?:Profit|Loss|Equal)$/ });
    await sheet.getByText(String(first?.id)).waitFor();
    await sheet.getByText(`${Number(first?.number)} USDT`, { exact: true }).waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given one tap on a result, then its receipt is checked in the browser, and so is its acceptance', async () => {
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('link', { name: 'Check it' }).click();
    await arrives(page, '#/pages/plus/verify?id=');
    await page.getByRole('heading', { name: 'The receipt is correct' }).waitFor();
    await page.getByText('First price after 5 s more').waitFor();
    const [, accepted] = await Promise.all([
      page.getByText(/^Down on BTC\/USDT for 5 s/).waitFor(),
      page.getByRole('link', { name: bets.find(({ type }) => type === 2)?.id ?? '' }),
    ]);
    await accepted.click();
    await page.getByText(/^Accepted: Down on BTC\/USDT/).waitFor();
    await page.getByRole('heading', { name: 'The receipt is correct' }).waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });
});

describe('the public statistics', () => {
  it('given a visitor, then a day is recomputed in the browser from its receipts', async () => {
    const visitor = await openPhone();
    try {
      const open = await visitor.open(at('plus/statistics?mode=demo'));
      await open
        .getByRole('button', { name: new RegExp(`^${SYMBOL}`) })
        .first()
        .click();
      const sheet = open.getByRole('dialog', { name: SYMBOL });
      await sheet.getByRole('button', { name: 'Recompute', exact: true }).click();
      await sheet.getByText('The figures are correct').waitFor();
      expect(visitor.seen.complaints).toEqual([]);
    } finally {
      await visitor.close();
    }
  });

  it('is reached from the history', async () => {
    await goTo(page, 'transaction/seconds_order?tab=ended');
    await page.getByRole('link', { name: 'Public statistics' }).click();
    await arrives(page, '#/pages/plus/statistics');
  });
});
