import { randomUUID } from 'node:crypto';
import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../browser/index.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { freePorts } from '../services/places.ts';
import { buildWeb } from '../stack/build-web.ts';
import { type StackProcess, startProcess } from '../stack/process.ts';
import { openStack } from '../stack/shared-stack.ts';
import type { StackUrls } from '../stack/stack.ts';
import { openDemoUser } from '../torture/journey-client.ts';

type Kept = Readonly<Record<string, unknown>>;

/** Built app served by real servers, a browser, and one funded user. */
export type Site = {
  readonly url: string;
  readonly browser: Browser;
  /** Local storage of the user's phone after login. */
  readonly userKept: Kept;
  /** Serves another build of the app from the same servers and returns its URL. */
  serve(folder: string): Promise<string>;
};

/**
 * Runs `use` on a fresh site and always cleans up. Starts an engine, because an order book with orders is wider than an
 * empty one.
 */
export async function onSite<Value>(purpose: string, use: (site: Site) => Promise<Value>): Promise<Value> {
  buildWeb();
  const stack = await openStack(purpose, { apis: 1, gateways: 1, feeds: 1, engines: 1 });
  const edges: StackProcess[] = [];
  const browser = await openBrowser();
  const serve = async (folder: string) => {
    const edge = await startEdge(stack, folder);
    edges.push(edge);
    return `http://127.0.0.1:${edge.port}`;
  };
  try {
    return await use({ url: stack.edgeUrl, browser, userKept: await registerUser(stack), serve });
  } finally {
    await browser.close();
    for (const edge of edges) await edge.stop();
    await stack.stop();
  }
}

async function registerUser(stack: StackUrls): Promise<Kept> {
  const { token } = await openDemoUser(stack, `pages-${randomUUID().slice(0, 8)}`);
  const answer = await fetch(`${stack.edgeUrl}/api/user/info`, { headers: { authorization: token } });
  const { data } = (await answer.json()) as {
    data: { id: string; account: string; nickname: string; avatar: string; invite_code: string; book: string };
  }; // API envelope.
  const { id, account, nickname, avatar, invite_code: inviteCode, book } = data;
  return { token, user: { id, account, nickname, avatar, inviteCode, book } };
}

/** Starts an edge in front of the stack's edge, which acts as its API and gateway. */
async function startEdge(stack: StackUrls, folder: string): Promise<StackProcess> {
  const { postgres: port } = await freePorts();
  return await startProcess({
    name: 'edge',
    program: join(REPOSITORY, 'apps/server/src/bin/edge.ts'),
    port,
    environment: { HTTP_PORT: String(port), API_URLS: stack.edgeUrl, GATEWAY_URLS: stack.edgeUrl, WEB_FOLDER: folder },
    logFile: devNull,
  });
}
