import { expectDefined } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import type { Market, Tick } from '@app/domain/market';
import { spotShard } from '@app/domain/spot';
import { type Price, parseDecimal } from '@app/money';
import { cancelAllCommand, cancelCommand, type EngineCommand, placeCommand } from '@app/protocol/engine';
import type { placeOrder } from '@app/protocol/spot';
import { fundAccounts } from '@app/testkit';
import type pg from 'pg';
import { type MockInstance, vi } from 'vitest';
import * as z from 'zod/mini';
import type { EngineDeps } from '../src/bin/engine-app.ts';
import { createEngineClient } from '../src/engine/client.ts';
import {
  openPriceKey,
  publishBlock,
  readChain,
  type SealedBlock,
  sealBlock,
} from '../src/modules/market/block/index.ts';
import { readMarkets } from '../src/modules/market/index.ts';
import type { Bus } from '../src/platform/bus/bus.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import type { Wire } from '../src/platform/http/serve.ts';
import { openScopedBus } from './bus-testbed.ts';
import { newKey } from './new-key.ts';
import { aTick, evidence } from './price-testbed.ts';
import { type Leaders, openLeaders, type RunningTestEngine, startEngine } from './running-engine.ts';
import { amount, atTheEnd, openTestbed, silent, type Testbed, testKeys } from './testbed.ts';
import { until } from './until.ts';

export { type RunningTestEngine, until };

/** Order in wire format, as the engine returns it. */
type WireOrder = Wire<typeof placeOrder>;
/** Order request in the engine's format: decimal text. */
export type PlaceOrderBody = {
  readonly kind: 'limit' | 'market';
  readonly side: 'buy' | 'sell';
  readonly price?: string;
  readonly quantity?: string;
  readonly budget?: string;
  readonly proceeds?: string;
  readonly force?: 'gtc' | 'ioc' | 'post';
};
export type Trader = { readonly id: bigint; readonly mode: Mode };
type Holdings = Readonly<Record<string, string>>;
/** Published order book. */
export type Shown = {
  readonly seq: string;
  readonly depth: { readonly at: number; readonly bids: Level[]; readonly asks: Level[] };
  readonly trades: readonly { readonly id: string; readonly isHouse: boolean }[];
};
type Level = readonly [price: string, quantity: string];

/** A running engine in the test's own process, on its own database and bus, with prices sealed by the test. */
export type SpotTestbed = Testbed &
  Leaders & {
    readonly root: pg.Client;
    readonly bus: Bus;
    /** Markets traded on spot. */
    readonly markets: readonly Market[];
    /** Creates a trader with these balances in the exchange accounts; a balance may be zero. */
    newTrader(mode: Mode, holdings: Holdings): Promise<Trader>;
    place(trader: Trader, market: number, request: PlaceOrderBody, key?: string): Promise<WireOrder>;
    cancel(trader: Trader, order: string, key?: string): Promise<WireOrder>;
    cancelAll(trader: Trader, market?: number, key?: string): Promise<{ readonly cancelled: number }>;
    /** Business time, which passes by itself and by `pass`. */
    now(): number;
    pass(ms: number): Promise<void>;
    /** Commits one block as of `now` and publishes it. */
    seal(ticks: readonly Omit<Tick, 'seq'>[]): Promise<SealedBlock>;
    /** Seals blocks with prices of another market all the time, as a feed does: the house trades only while some arrive. */
    readonly beat: { start(): void; stop(): void };
    /** Waits until the published order book satisfies the condition, and returns it. */
    untilShown(mode: Mode, market: number, isSo: (shown: Shown) => boolean): Promise<Shown>;
    /** Every message about order books and to users so far, oldest first. */
    readonly published: readonly { readonly subject: string; readonly message: unknown }[];
    /**
     * Starts another engine, and waits until it leads some shards, or all. The first one runs already and holds the leases:
     * stop it first, or name the shards that it has lost and cannot take again.
     */
    start(how?: Partial<EngineDeps>, shards?: readonly string[]): Promise<RunningTestEngine>;
    readonly engine: RunningTestEngine;
  };
const price = (text: string) => parseDecimal<Price>(text);

/**
 * Creates a tick of two real venues: the real-money ladder quotes at no other. `aTick` of price-testbed is simulated.
 */
export const aVenueTick = (market: number, text: string, atMs = Date.now()): Omit<Tick, 'seq'> => ({
  market,
  atMs,
  price: price(text),
  volume: amount('1.5'),
  sources: [
    { source: 11, price: price(text), ageMs: 5 },
    { source: 12, price: price(text), ageMs: 120 },
  ],
});

export async function openSpotTestbed(how: Partial<EngineDeps> = {}): Promise<SpotTestbed> {
  const testbed = await openTestbed('app');
  const root = await testbed.bare('postgres');
  const bus = await openScopedBus(testbed.database.name);
  const published: { subject: string; message: unknown }[] = [];
  const newest = new Map<string, unknown>();
  const scope = `${testbed.database.name}.`;
  const listen = (subject: string) =>
    bus.listenSigned(subject, (message, full) => {
      const name = full.slice(scope.length);
      published.push({ subject: name, message });
      newest.set(name, message);
    });
  listen('book.>');
  listen('push.>');
  const { now, pass } = openClock(root);
  const engines: RunningTestEngine[] = [];
  const start = async (more: Partial<EngineDeps> = {}, shards?: readonly string[]) => {
    const deps = { url: testbed.database.urlOf('engine'), bus, log: silent, ...how, ...more };
    const started = await startEngine(deps, shards);
    engines.push(started);
    return started;
  };
  const engine = await start();
  const all = await readMarkets(testbed.db);
  const markets = all.filter(({ products }) => products.includes('spot'));
  const seal = await openSealing(testbed, bus, now);
  const other = expectDefined(
    all.find(({ products }) => !products.includes('spot')),
    'another market',
  );
  const beat = openBeat(() => seal([aTick(other.id, '100', now())]));
  beat.start();
  return {
    ...testbed,
    root,
    bus,
    markets,
    published,
    start,
    engine,
    ...openLeaders(engines, root),
    ...commandsOf(bus, now),
    newTrader: (mode, holdings) => newTrader(testbed, mode, holdings),
    now,
    pass,
    seal,
    beat,
    untilShown: async (mode, market, isSo) => {
      const look = () => newest.get(`book.${mode}.${market}`) as Shown | undefined; // Sent by the engine.
      const found = () => [look()].find((shown) => shown !== undefined && isSo(shown));
      return await until(() => `another book ${mode} of ${market} than ${JSON.stringify(look())}`, found);
    },
  };
}

/** Moves time in this process and in this database together, as it passes: ids have the time of the one, money of the other. */
function openClock(root: pg.Client): Pick<SpotTestbed, 'now' | 'pass'> {
  const { now } = Date;
  let aheadMs = 0;
  let clock: MockInstance<typeof now> | undefined;
  atTheEnd(() => clock?.mockRestore());
  const pass = async (ms: number) => {
    aheadMs += ms;
    await root.query(
      `create or replace function app_now() returns timestamptz language sql volatile parallel safe as
         'select clock_timestamp() + interval ''${aheadMs} milliseconds'''`,
    );
    clock ??= vi.spyOn(Date, 'now');
    clock.mockImplementation(() => now() + aheadMs);
  };
  return { now: () => Date.now(), pass };
}

function commandsOf(bus: Bus, now: SpotTestbed['now']): Pick<SpotTestbed, 'place' | 'cancel' | 'cancelAll'> {
  const client = createEngineClient(bus, now);
  const send = <Command extends EngineCommand>(
    { id, mode }: Trader,
    command: Command,
    fields: z.input<Command['fields']>,
    key = newKey(),
  ) => {
    const source = { userId: id, key, route: `TEST ${command.name}`, body: JSON.stringify(fields) };
    const decoded = z.decode(command.fields, fields) as z.output<Command['fields']>; // By the command's own codec.
    return client.request(spotShard(mode), source, command, decoded);
  };
  return {
    place: (trader, market, body, key) => {
      const request = { force: 'gtc', ...body } as z.input<(typeof placeCommand)['fields']>['request']; // Decoded below.
      return send(trader, placeCommand, { market, request }, key);
    },
    cancel: (trader, order, key) => send(trader, cancelCommand, { order }, key),
    cancelAll: (trader, market, key) =>
      send(trader, cancelAllCommand, { ...(market && { market }), reason: 'user' }, key),
  };
}

async function newTrader({ database, nextId }: Testbed, mode: Mode, holdings: Holdings): Promise<Trader> {
  const id = nextId();
  const gifts = Object.entries(holdings).map(([currency, text]) => ({
    userId: id,
    kind: 'exchange',
    currency,
    amount: text,
  }));
  await fundAccounts(database, mode, gifts);
  return { id, mode };
}

const BEAT_EVERY_MS = 400;

function openBeat(seal: () => Promise<unknown>): SpotTestbed['beat'] {
  let timer: NodeJS.Timeout | undefined;
  let sealing: Promise<unknown> = Promise.resolve();
  const beat = () => {
    sealing = seal().catch(() => {}); // Its test fails by itself.
  };
  const stop = () => clearInterval(timer);
  atTheEnd(async () => {
    stop();
    await sealing;
  });
  return {
    stop,
    start: () => {
      stop();
      timer = setInterval(beat, BEAT_EVERY_MS);
    },
  };
}

async function openSealing(testbed: Testbed, bus: Bus, now: SpotTestbed['now']): Promise<SpotTestbed['seal']> {
  const { db } = testbed.as('feed');
  const transact = transactOn(db);
  const signer = await transact((tx) => openPriceKey(tx, testKeys));
  let chain = await readChain(db);
  let sealing: Promise<unknown> = Promise.resolve();
  const seal: SpotTestbed['seal'] = async (ticks) => {
    const sealed = await transact((tx) => sealBlock(tx, chain, { atMs: now(), ticks, signer, evidence }));
    chain = sealed.chain;
    publishBlock(bus, sealed.block);
    return sealed.block;
  };
  return (ticks) => {
    const mine = sealing.then(() => seal(ticks)); // Blocks are sequential.
    sealing = mine.catch(() => {});
    return mine;
  };
}
