import { openBrowser } from '../../browser/index.ts';

export type ProxyJourney = { readonly ticks: number; readonly faults: readonly string[] };

const PRICES_WITHIN_MS = 30_000;

/** Opens the markets screen as a visitor over TLS: the page loads, its socket connects, and prices arrive. */
export async function openThroughProxy(url: string): Promise<ProxyJourney> {
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const faults: string[] = [];
    let ticks = 0;
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"frame"')) ticks++;
      });
    });
    await page.goto(`${url}/h5/#/pages/market/market`);
    await page.getByText('BTC').first().waitFor({ timeout: PRICES_WITHIN_MS });
    const deadlineMs = Date.now() + PRICES_WITHIN_MS;
    while (ticks < 3 && Date.now() < deadlineMs) await page.waitForTimeout(100);
    return { ticks, faults };
  } finally {
    await browser.close();
  }
}
