import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseTraceparent, type TraceContext, uuidV7 } from '@app/base';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '@app/testkit';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { openDemoUser, sendUntilKnown } from '../torture/journey-client.ts';
import { guarantee, judge } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { type Kept, TRADE, withPhone } from './weight/browser.ts';

const ARRIVED_MS_MAX = 30_000;

/** The spans from the tap to the frame, each below the one before. */
const CHAIN = [
  { service: 'tidemark-edge', name: 'POST /api/*' },
  { service: 'tidemark-api', name: 'POST /api/coin/trade' },
  { service: 'tidemark-engine', name: 'engine.command' },
  { service: 'tidemark-gateway', name: 'push' },
] as const;

/** Follows one order from a tap in Chromium to the frame on its socket, by the trace id that the browser made. */
export const trace: Trial = {
  name: 'trace',
  claim: 'One order can be followed by its trace id from the browser through every process to the push.',
  touches: [
    'apps/server/src/platform/process/trace.ts',
    'apps/server/src/platform/process/start-tracing.ts',
    'apps/server/src/platform/http/trace-requests.ts',
    'apps/server/src/engine/trace-batch.ts',
  ],
  seconds: 60,
  run: async ({ print }) => {
    buildWeb();
    const collector = await startTraceCollector();
    const stack = await startStack('proof-trace', {
      apis: 1,
      gateways: 1,
      feeds: 1,
      engines: 1,
      environment: {
        LOG_LEVEL: 'debug',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_BSP_SCHEDULE_DELAY: '100',
      },
    });
    try {
      const { call, frames } = await placeOrder(stack);
      const spans = await collect(collector, call.traceId);
      print(`browser  POST /api/coin/trade  (span ${call.spanId}, trace ${call.traceId})`);
      for (const line of treeOf(spans, call.spanId)) print(line);
      const chain = followChain(spans, call.spanId);
      const outbox = await readOutbox(stack, call.traceId);
      const logs = readLogs(stack.folder, call.traceId);
      print(`outbox rows of the trace: ${outbox.join(', ')}; log lines: ${logs.join(', ')}; frames: ${frames}`);
      const batch = spans.find(({ name }) => name === 'engine.batch');
      const consumed = spans.find(({ name }) => name.startsWith('outbox '));
      const phases = batch?.events.join();
      return judge(
        [
          guarantee(`the chain is whole (${chain.length} of ${CHAIN.length} spans)`, chain.length === CHAIN.length),
          guarantee(`the batch has its phases (${phases})`, phases === 'lock,decide,write,commit'),
          guarantee('the outbox carries the trace', outbox.length > 0),
          guarantee(
            'a consumer continues below the batch',
            consumed !== undefined && consumed.parentSpanId === batch?.spanId,
          ),
          guarantee(
            `the engine logs the trace (${logs.join()})`,
            logs.some((line) => line.startsWith('engine')),
          ),
          guarantee(`the browser got a private frame (${frames})`, frames > 0),
        ],
        `${spans.length} spans of ${new Set(spans.map(({ service }) => service)).size} processes in one trace`,
      );
    } finally {
      await stack.stop();
      await collector.close();
    }
  },
};

type Placed = { readonly call: TraceContext; readonly frames: number };

/** Places a market order as a user does, and returns the trace context of that call. */
async function placeOrder(stack: Stack): Promise<Placed> {
  const kept = await openTrader(stack);
  const browser = await openBrowser();
  try {
    return await withPhone(browser, kept, async (page) => {
      let call: TraceContext | undefined;
      let frames = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/coin/trade')) call = parseTraceparent(request.headers().traceparent);
      });
      page.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => {
          if (call !== undefined && /"channel":"(?:orders|balances)"/.test(String(payload))) frames++;
        });
      });
      await page.goto(`${stack.edgeUrl}/h5/#${TRADE}`);
      await tapBuy(page);
      for (const deadlineMs = Date.now() + ARRIVED_MS_MAX; frames === 0 && Date.now() < deadlineMs; await pause(50));
      if (call === undefined) throw new Error('the browser sent no traceparent with its order');
      return { call, frames };
    });
  } finally {
    await browser.close();
  }
}

async function tapBuy(page: Page): Promise<void> {
  await page.getByText(/^B \d+%$/).waitFor(); // The order book has quotes.
  await page.getByRole('button', { name: /^Order type/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Order type' });
  await sheet.getByRole('radio', { name: /^Market/ }).check();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('100');
  await page.getByRole('button', { name: 'Buy BTC', exact: true }).click();
  await page
    .getByText(/^Bought 0\.\d+ BTC/)
    .first()
    .waitFor();
}

async function openTrader(stack: Stack): Promise<Kept> {
  const name = `trace-${randomUUID()}`;
  const { token, userId } = await openDemoUser(stack, name);
  const headers = { authorization: token, 'idempotency-key': uuidV7(Date.now(), randomBytes(10)) };
  const move = { from_field: 'wallet', to_field: 'exchange', currency: 'USDT', number: '500' };
  const moved = await sendUntilKnown(`${stack.edgeUrl}/api/wallet/change`, move, headers);
  if (moved.kind !== 'ok') throw new Error(`the trader has no money: ${moved.code}`);
  const user = { id: userId, account: `${name}@example.com`, inviteCode: '', book: 'demo' };
  return { token, user, confirm_spot_limit: false, confirm_spot_market: false };
}

/** Returns the spans of a trace once it has all that are expected. */
async function collect(collector: TraceCollector, traceId: string): Promise<readonly CollectedSpan[]> {
  const found = () => collector.spans().filter((span) => span.traceId === traceId);
  const names = [...CHAIN.map(({ name }) => name), 'engine.batch', 'outbox notify.hints'];
  const isWhole = () => names.every((wanted) => found().some(({ name }) => name === wanted));
  for (const deadlineMs = Date.now() + ARRIVED_MS_MAX; !isWhole() && Date.now() < deadlineMs; await pause(50));
  return found();
}

/** Returns how far the chain is whole: each span is below the one before. */
function followChain(spans: readonly CollectedSpan[], browserSpanId: string): readonly CollectedSpan[] {
  const followed: CollectedSpan[] = [];
  for (const { service, name } of CHAIN) {
    const above = followed.at(-1)?.spanId ?? browserSpanId;
    const next = spans.find((span) => span.service === service && span.name === name && span.parentSpanId === above);
    if (next === undefined) break;
    followed.push(next);
  }
  return followed;
}

function treeOf(spans: readonly CollectedSpan[], above: string, depth = 1): string[] {
  return spans
    .filter(({ parentSpanId }) => parentSpanId === above)
    .toSorted((a, b) => a.startMs - b.startMs)
    .flatMap((span) => {
      const events = span.events.length > 0 ? `  [${span.events.join(' → ')}]` : '';
      const process = span.service.replace('tidemark-', '').padEnd(8);
      const line = `${'  '.repeat(depth)}└ ${process} ${span.name}  ${span.tookMs.toFixed(1)} ms${events}`;
      return [line, ...treeOf(spans, span.spanId, depth + 1)];
    });
}

async function readOutbox({ database }: Stack, traceId: string): Promise<string[]> {
  const root = new pg.Client({ connectionString: database.urlOf('postgres') });
  await root.connect();
  const { rows } = await root.query<{ topic: string }>(`select topic from outbox where trace like $1`, [
    `00-${traceId}-%`,
  ]);
  await root.end();
  return rows.map(({ topic }) => topic);
}

/** Returns `<process> <event>` of every log line that names the trace. */
const readLogs = (folder: string, traceId: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.startsWith('{') && line.includes(traceId))
    .map((line) => JSON.parse(line) as { process: string; msg: string })
    .map((entry) => `${entry.process} ${entry.msg}`);
