import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openPhone } from '../../browser/index.ts';
import { REPOSITORY, WEB } from '../../dev/processes.ts';
import { freePorts } from '../../services/places.ts';
import { type StackProcess, startProcess } from '../../stack/process.ts';
import type { Stack } from '../../stack/stack.ts';

/** What every part of this bench runs on. */
export type Scene = {
  readonly stack: Stack;
  readonly browser: Browser;
  readonly short: boolean;
  readonly print: (line: string) => void;
};

export const addressOf = (edgeUrl: string, path: string) => `${edgeUrl}/h5/#/pages/${path}`;
export const MARKETS_PATH = 'market/market';
export const CHART_PATH = 'transaction/index?symbol=BTC%2FUSDT';

const SIZE = { width: 390, height: 844 };

/** Runs with a visitor's phone, which is closed afterwards. */
export async function withVisitor<Value>(browser: Browser, use: (page: Page) => Promise<Value>): Promise<Value> {
  const phone = await openPhone(browser, {
    ...SIZE,
    kept: { storage_version: 1, lang: 'en', theme: 'dark', chart_period: '1min' },
  });
  try {
    return await use(phone.page);
  } finally {
    await phone.close();
  }
}

/** Slows the CPU down to that of a mid-range phone. */
export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Starts a separate edge in front of the stack's api and another gateway. */
export async function startEdge(stack: Stack, gatewayUrl: string): Promise<StackProcess & { readonly url: string }> {
  const { postgres: port } = await freePorts();
  const edge = await startProcess({
    name: 'edge',
    program: join(REPOSITORY, 'apps/server/src/bin/edge.ts'),
    port,
    environment: {
      HTTP_PORT: String(port),
      API_URLS: stack.apiUrls.join(','),
      GATEWAY_URLS: gatewayUrl,
      WEB_FOLDER: join(WEB, 'dist'),
    },
    logFile: devNull,
  });
  return { ...edge, url: `http://127.0.0.1:${port}` };
}
