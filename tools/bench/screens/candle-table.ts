import type { Page } from 'playwright-core';

const BARS = 20;
const MINUTE_MS = 60_000;

type Row = { readonly at: number; readonly figures: string };

/** What the page's own table says of its last bars, the open one excepted: it changes while it is read. */
export async function tableOf(page: Page): Promise<Row[]> {
  await page.getByRole('button', { name: 'Zoom, move and table' }).click();
  await page.getByRole('button', { name: 'Last candles as a table' }).click();
  const rows = page.getByRole('dialog').locator('tbody tr');
  await rows.first().waitFor();
  const read = await rows.evaluateAll((elements) =>
    elements.map((element) => {
      const row = element as unknown as { querySelectorAll(selector: string): Iterable<{ textContent: string }> };
      const time = element.getAttribute('data-time');
      return {
        at: Number(time),
        figures: [...row.querySelectorAll('td')]
          .slice(0, 4)
          .map((cell) => cell.textContent)
          .join(' '),
      };
    }),
  );
  const openAt = Math.max(...read.map(({ at }) => at));
  return read
    .filter(({ at }) => at !== openAt)
    .map(({ at, figures }) => ({ at, figures: figures.replaceAll(',', '') }));
}

type Bar = { time: number; open: string; high: string; low: string; close: string };

/** Open, high, low and close of the last minutes as the server tells them, by the bar's start. */
export async function barsOf(edgeUrl: string): Promise<ReadonlyMap<number, string>> {
  const to = Math.floor(Date.now() / 1_000);
  const from = to - (BARS + 5) * (MINUTE_MS / 1_000);
  const query = new URLSearchParams({ symbol: 'BTC/USDT', period: '1min', from: `${from}`, to: `${to}` });
  const answer = await fetch(`${edgeUrl}/api/currency/new_timeshar?${query}`);
  const { data } = (await answer.json()) as { data: { list: Bar[] } }; // Our own API.
  const figures = ({ open, high, low, close }: Bar) => [open, high, low, close].map(withCents).join(' ');
  return new Map(data.list.map((bar) => [bar.time, figures(bar)]));
}

/** As the page writes this market's prices. */
const withCents = (price: string) => {
  const [whole = '', cents = ''] = price.split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
};
