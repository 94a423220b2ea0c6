import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Stack, startStack } from '../stack/stack.ts';
import { seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { auditBooks } from './ack-audit.ts';
import { type Client, openClient } from './crowd/client.ts';
import * as compare from './crowd/compare.ts';
import { measureCost } from './crowd/cost.ts';
import { type Called, newTally } from './crowd/http.ts';
import { makePeople } from './crowd/people.ts';
import { type Crowd, keepTrading, MARKETS } from './crowd/trade.ts';
import type { TradeSeen } from './crowd/view.ts';
import { withClient } from './rig.ts';

const AT_ONCE = 20;
const COMPLAINTS_SHOWN = 15;
const QUIET_MS = 1_000;
const QUIET_MS_MAX = 5_000;
/** Time limit by which the house's last price is stale and updates have arrived, even on a busy machine. */
const HOUSE_GONE_MS_MAX = 30_000;

/** Simulates many clients that trade with each other and the house; one client that ignores frames must be detected. */
export const crowdTorture: Trial = {
  name: 'crowd',
  claim: 'after minutes of trading through HTTP and sockets every client believes exactly what the database says',
  touches: [
    'apps/server/src/engine/',
    'apps/server/src/modules/market/',
    'apps/server/src/modules/spot/',
    'apps/server/src/edge/',
    'apps/server/src/gateway/',
    'apps/server/src/platform/',
    'packages/domain/src/spot/',
  ],
  seconds: 75,
  run: async ({ short, seed, print }) => {
    const [users, seconds] = short ? [40, 20] : [200, 180];
    const stack = await startStack('crowd', { apis: 1, gateways: 1, feeds: 1, engines: 1 });
    const seen = new Map<string, TradeSeen>();
    const clients: Client[] = [];
    const trading = new AbortController();
    const crowd: Opened = { clients, tally: newTally(), placed: [], random: seeded(seed) };
    try {
      await open(stack, users + 1, crowd, seen);
      const costOf = await measureCost(stack);
      const startedMs = performance.now();
      const work = clients.map((client) => keepTrading(crowd, client, trading.signal));
      await Promise.race([pause(seconds * 1_000), Promise.all(work)]); // A failing client ends the run at once.
      trading.abort();
      await Promise.all(work);
      const tookMs = performance.now() - startedMs;
      const cost = await costOf();
      await endPrices(stack, clients);
      const wrongs = await judge(stack, crowd, seen);
      for (const line of describeRun(crowd, { tookMs, trades: seen.size })) print(line);
      print(cost);
      for (const wrong of wrongs.slice(0, 10)) print(`wrong: ${wrong}`);
      const actions = crowd.tally.called.filter(({ isEffect }) => isEffect).map((it) => it.tookMs);
      const rate = Math.round(actions.length / (tookMs / 1_000));
      const p99 = quantilesOf(actions)(0.99);
      const figure = `${users} users, ${actions.length} actions (${rate}/s, p99 ${p99} ms), ${seen.size} trades seen, ${wrongs.length} wrong`;
      return { holds: wrongs.length === 0 && rate >= users / 2, figure };
    } catch (error) {
      for (const line of readComplaints(stack)) print(line);
      throw error;
    } finally {
      trading.abort();
      for (const client of clients) client.close();
      await stack.stop();
    }
  },
};

/** Log lines of the engine or API at warning level or above. */
const COMPLAINT = /"level":[456]0/;

function readComplaints({ folder }: Stack): readonly string[] {
  const logs = readdirSync(folder).filter((name) => /^(?:engine|api)-\d+\.log$/.test(name));
  return logs.flatMap((name) => {
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    return lines.filter((line) => COMPLAINT.test(line)).slice(-COMPLAINTS_SHOWN);
  });
}

type Opened = Crowd & { readonly clients: Client[] };

async function open(
  stack: Stack,
  count: number,
  { tally, clients }: Opened,
  seen: Map<string, TradeSeen>,
): Promise<void> {
  const people = await makePeople(stack.database, count);
  for (let at = 0; at < people.length; at += AT_ONCE) {
    const some = people.slice(at, at + AT_ONCE).map((person, n) => {
      const symbol = MARKETS[(at + n) % MARKETS.length]?.symbol ?? '';
      return openClient({ edgeUrl: stack.edgeUrl, person, symbol, tally, seen, isDeaf: at + n === count - 1 });
    });
    clients.push(...(await Promise.all(some)));
  }
}

/** Stops the feeds: without new prices the house no longer matches, so nothing changes without a user's request. */
async function endPrices({ processes }: Stack, clients: readonly Client[]): Promise<void> {
  await Promise.all(processes.filter(({ name }) => name === 'feed').map((feed) => feed.stop()));
  const lastMs = () => Math.max(...clients.map((client) => client.receivedMs()));
  for (const endMs = performance.now() + QUIET_MS_MAX; performance.now() - lastMs() < QUIET_MS; await pause(50)) {
    if (performance.now() > endMs) throw new Error('it does not become quiet');
  }
  await Promise.all(clients.map((client) => client.settle()));
}

async function judge(stack: Stack, crowd: Crowd, seen: ReadonlyMap<string, TradeSeen>): Promise<readonly string[]> {
  return await withClient(stack.database.urlOf('postgres'), async (client) => {
    const truth = await compare.readTruth(client);
    const deaf = crowd.clients.filter(({ isDeaf }) => isDeaf);
    const hearing = crowd.clients.filter(({ isDeaf }) => !isDeaf);
    const books = await auditBooks(stack.database.urlOf('postgres'));
    return [
      ...crowd.tally.strange,
      ...hearing.flatMap((one) => compare.findWrongViews(one, truth)),
      ...(deaf.every((one) => compare.findWrongOrders(one, truth).length === 0)
        ? ['THE RIG IS BLIND: the client that ignores frames shows every order as it is']
        : []),
      ...hearing.flatMap(({ book }) => compare.findHiddenLevels(book.depth(), truth.depths.get(book.symbol))),
      ...compare.findWrongTrades(hearing, seen, truth),
      ...compare.findWrongAcks(crowd.placed, truth),
      ...(await compare.findWrongSums(client)),
      ...[...books].map(([wrong, found]) => `${found} × ${wrong}`),
      ...(await findWrongDepths(hearing, truth)),
    ];
  });
}

async function findWrongDepths(clients: readonly Client[], { depths }: compare.Truth): Promise<readonly string[]> {
  const wrong = () => clients.filter(({ book }) => !compare.isExactly(book.depth(), depths.get(book.symbol)));
  for (const endMs = performance.now() + HOUSE_GONE_MS_MAX; wrong().length > 0 && performance.now() < endMs; )
    await pause(100);
  return wrong().map(({ person, book }) => `${person.id} shows another depth of ${book.symbol}`);
}

type Run = { readonly tookMs: number; readonly trades: number };

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Formats the statistics of a run. */
function describeRun({ clients, tally, placed }: Crowd, { tookMs, trades }: Run): readonly string[] {
  const figures = (of: 'frames' | 'gaps' | 'fetches') => sumOf(clients.map((client) => client.figures[of]));
  const calls = Map.groupBy(tally.called, ({ call }) => call);
  const quantiles = (name: string, called: readonly Called[]) => {
    const quantile = quantilesOf(called.map((it) => it.tookMs));
    return `${name} p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, longest ${quantile(1)} ms`;
  };
  const actions = tally.called.filter(({ isEffect }) => isEffect);
  const counts = (all: ReadonlyMap<string, number>) =>
    [...all]
      .sort(([, a], [, b]) => b - a)
      .map(([name, n]) => `${name} ${n}`)
      .join(', ');
  return [
    `${actions.length} actions in ${Math.round(tookMs / 1_000)} s; ${placed.length} orders acknowledged, ${trades} trades shown`,
    `answers: ${counts(tally.answers)}`,
    `repeated with the same key: ${counts(tally.repeated) || 'none'}`,
    `orders frames ${figures('frames')}, gaps ${figures('gaps')}, fetches ${figures('fetches')}, gaps of public channels ${sumOf(clients.map(({ book }) => book.gaps()))}`,
    quantiles('actions:', actions),
    ...[...calls].map(([call, called]) => quantiles(`${called.length} × ${call}:`, called)),
  ];
}

function quantilesOf(values: readonly number[]): (share: number) => number {
  const sorted = Float64Array.from(values).sort();
  return (share) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
}
