import type { Page } from 'playwright-core';

const BARS = 20;
const MINUTE_MS = 60_000;
/** The server stores bars every five seconds; until then its response may lack a bar's last ticks. */
const STORED_MS = 8_000;

/** Open, high, low and close by the bar's start. */
type Bars = ReadonlyMap<number, string>;

export type BarCheck = {
  /** Starts of the finished bars that were compared. */
  readonly compared: readonly number[];
  /** Finished bars that are missing on the page, differ, or do not exist on the server. */
  readonly wrong: readonly string[];
};

/** Compares finished bars only, from the oldest one on the page: the open bar changes while it is read. */
export function compareBars(shown: Bars, served: Bars, nowMs: number): BarCheck {
  const oldest = Math.min(...shown.keys());
  const starts = [...new Set([...shown.keys(), ...served.keys()])].sort((a, b) => a - b);
  const compared = starts.filter((at) => at >= oldest && at + MINUTE_MS + STORED_MS <= nowMs);
  const wrong = compared
    .filter((at) => shown.get(at) !== served.get(at))
    .map((at) => `${new Date(at).toISOString()}: page ${shown.get(at) ?? 'none'}, server ${served.get(at) ?? 'none'}`);
  return { compared, wrong };
}

/** Reads the page's own table and the server's response, and compares them. */
export async function checkBars(page: Page, edgeUrl: string): Promise<BarCheck> {
  const nowMs = Date.now();
  const shown = await readTable(page);
  return compareBars(shown, await fetchBars(edgeUrl), nowMs);
}

/** Reads the table, which is a snapshot of the moment it opens, so it is opened and closed for every reading. */
async function readTable(page: Page): Promise<Bars> {
  const openTable = page.getByRole('button', { name: 'Last candles as a table' });
  if (!(await openTable.isVisible())) await page.getByRole('button', { name: 'Zoom, move and table' }).click();
  await openTable.click();
  const table = page.getByRole('dialog');
  const rows = table.locator('tbody tr');
  await rows.first().waitFor();
  const read = await rows.evaluateAll((elements) =>
    elements.map((element) => {
      const row = element as unknown as { querySelectorAll(selector: string): Iterable<{ textContent: string }> };
      const cells = [...row.querySelectorAll('td')].slice(0, 4).map((cell) => cell.textContent);
      return [Number(element.getAttribute('data-time')), cells.join(' ')] as const;
    }),
  );
  await table.getByRole('button', { name: 'Close' }).click();
  await table.waitFor({ state: 'detached' });
  return new Map(read.map(([at, figures]) => [at, figures.replaceAll(',', '')]));
}

type Bar = { time: number; open: string; high: string; low: string; close: string };

async function fetchBars(edgeUrl: string): Promise<Bars> {
  const to = Math.floor(Date.now() / 1_000);
  const from = to - (BARS + 5) * (MINUTE_MS / 1_000);
  const query = new URLSearchParams({ symbol: 'BTC/USDT', period: '1min', from: `${from}`, to: `${to}` });
  const answer = await fetch(`${edgeUrl}/api/currency/new_timeshar?${query}`);
  const { data } = (await answer.json()) as { data: { list: Bar[] } }; // Our own API.
  const figures = ({ open, high, low, close }: Bar) => [open, high, low, close].map(withCents).join(' ');
  return new Map(data.list.map((bar) => [bar.time, figures(bar)]));
}

/** Formats a price as the page does for this market. */
const withCents = (price: string) => {
  const [whole = '', cents = ''] = price.split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
};
