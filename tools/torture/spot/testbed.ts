import { createSecretKey } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { MODES } from '@app/domain/ledger';
import { createEngineClient } from '@app/server/engine/client';
import { openBus } from '@app/server/platform/bus/bus';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, freshDatabase, fundAccounts } from '@app/testkit';
import { type PrivateNats, startPrivateNats } from '../../services/nats.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { withClient } from '../rig.ts';
import { EngineCluster } from './engine-cluster.ts';
import { breakOff, type Load, newLoad } from './load.ts';
import { trade } from './order-client.ts';
import { openOrderLog } from './order-log.ts';
import { startFeed } from './prices.ts';
import {
  FEE_LEVELS,
  type InjectedFault,
  LADDER,
  LADDER_FUNDING,
  LIMITED,
  LOSS_MAX,
  MARKETS,
  QUOTE,
  SHARDS,
  TARGET,
} from './terms.ts';

export type TestbedPlan = {
  readonly injectedFault: InjectedFault;
  readonly engines: number;
  readonly clients: number;
  readonly seed: number;
};

/** Private database and bus of one run, its engines, and its trading clients. */
export type Testbed = {
  readonly postgres: PrivatePostgres;
  readonly database: FreshDatabase;
  readonly bus: PrivateNats;
  readonly proxy: CommitProxy;
  readonly cluster: EngineCluster;
  readonly load: Load;
  /** Opens a log for an additional client; the audit reads it with the others. */
  openLog(): ReturnType<typeof openOrderLog>;
  readonly files: readonly string[];
  /** Stops the clients after their last request is settled. */
  endTrading(): Promise<void>;
};

/** Runs `work` on a testbed. Clients trade from the start: they are refused until an engine is ready. */
export async function withTestbed<Value>(
  postgres: PrivatePostgres,
  plan: TestbedPlan,
  work: (testbed: Testbed) => Promise<Value>,
): Promise<Value> {
  await using cleanUp = new AsyncDisposableStack();
  const database = await freshDatabase(postgres.adminUrl);
  await fundTraders(database, plan.clients);
  const bus = await startPrivateNats(`spot-${plan.injectedFault}`);
  cleanUp.defer(() => bus.stop());
  const url = new URL(database.urlOf('engine'));
  const proxy = await startCommitProxy(new URL(url), SHARDS[TARGET]);
  cleanUp.defer(() => proxy.close());
  url.port = String(proxy.port);
  const names = ['a', 'b', 'c'].slice(0, plan.engines);
  const logFile = join(postgres.folder, `engines-${plan.injectedFault}.log`);
  const cluster = new EngineCluster({
    url: url.href,
    nats: bus,
    injectedFault: plan.injectedFault,
    names,
    logFile,
    compiled: join(postgres.folder, 'compiled'),
  });
  cleanUp.defer(() => cluster.stop());
  const clientBus = openBus({
    url: bus.urls.api,
    name: 'api',
    log: openLog('torture', 'silent'),
    engineKeys: [createSecretKey(bus.secrets.engineKey, 'hex')],
  });
  await clientBus.opened();
  cleanUp.defer(() => clientBus.close());
  const load = newLoad(createEngineClient(clientBus));
  const feed = await startFeed({ database, natsUrl: bus.urls.feed, isQuiet: () => load.isGated });
  cleanUp.defer(() => feed.stop());
  const files: string[] = [];
  const openLogFile = () => {
    files.push(join(postgres.folder, `${database.name}-${files.length}.log`));
    return openOrderLog(files.at(-1) ?? '');
  };
  const trading = startTrading(load, plan, openLogFile);
  const endTrading = async () => {
    load.stopping = true;
    await trading;
  };
  cleanUp.defer(async () => {
    breakOff(load, 'the run is over'); // Requests still in flight are abandoned.
    await trading;
  });
  return await work({ postgres, database, bus, proxy, cluster, load, openLog: openLogFile, files, endTrading });
}

/** Starts the clients. Every fifth trades in real mode, as a user who also trades in demo mode. */
async function startTrading(load: Load, { clients, seed }: TestbedPlan, open: Testbed['openLog']): Promise<void> {
  const traders = Array.from({ length: clients }, (_, n) => {
    const isReal = n % 5 === 4;
    return { user: isReal ? n : n + 1, mode: isReal ? 'real' : 'demo', seed: seed + n + 1, log: open() } as const;
  });
  await Promise.all(traders.map((trader) => trade(load, trader)));
}

const RICH = { BTC: 50, ETH: 2_000, DOGE: 5_000_000, [QUOTE]: 3_000_000 } as const;
/** Balances of poor users, who run out, so that there are refusals too. */
const POOR = { BTC: 1, ETH: 1, DOGE: 1_000, [QUOTE]: 300 } as const;
const ONE_IN_IS_POOR = 8;

/** Funds all users in both modes; sets fee rates for which every fee must be rounded. */
async function fundTraders(database: FreshDatabase, users: number): Promise<void> {
  const currencies = [...MARKETS.map(({ base }) => base), QUOTE] as const;
  const gifts = Array.from({ length: users }, (_, n) => n + 1).flatMap((userId) =>
    currencies.map((currency) => ({
      userId,
      kind: 'exchange',
      currency,
      amount: String((userId % ONE_IN_IS_POOR === 0 ? POOR : RICH)[currency]),
    })),
  );
  for (const mode of MODES) await fundAccounts(database, mode, gifts);
  await setRules(database, users);
}

/** Sets fees, the quotes of the house, and what some users set for themselves. */
async function setRules(database: FreshDatabase, users: number): Promise<void> {
  const settings = {
    'spot.fee_levels': FEE_LEVELS,
    'spot.ladder': LADDER,
    'spot.ladder_demo_funding': LADDER_FUNDING,
  };
  await withClient(database.urlOf('postgres'), async (root) => {
    for (const [key, value] of Object.entries(settings)) {
      await root.query(
        `insert into setting (key, version, value, set_by, approved_by, reason)
         select $1, coalesce(max(version), 0) + 1, $2::jsonb, 'rig', '{rig}', 'torture' from setting where key = $1`,
        [key, JSON.stringify(value)],
      );
    }
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
       select id, 'trader-' || id || '@example.com', '$argon2id$test', 'Trader', 'T' || id, 1
         from unnest($1::bigint[]) as n (id)`,
      [Object.values(LIMITED)],
    );
    await root.query(
      `insert into personal_limit (user_id, kind, amount, until)
       values ($1, 'daily_loss', $2, null), ($3, 'cool_off', null, now() + interval '1 day')`,
      [LIMITED.byLoss, LOSS_MAX, LIMITED.byBreak],
    );
    await root.query(
      `insert into spot_fee_level (user_id, level, volume) select n, 1, 0 from generate_series(2, $1, 3) n`,
      [users],
    );
  });
}

/** TCP proxy between engines and PostgreSQL. */
type CommitProxy = {
  readonly port: number;
  /** Lets the next commit of a batch happen and cuts the connection before its response; resolves at that moment. */
  cutNextAnswer(): Promise<void>;
  close(): void;
};

/** Statement that marks relevant commits: only batches with effects write idempotency records. */
const MARK = 'insert into idempotency';

/** Starts the proxy; `name` is the application name of the connection to cut. */
async function startCommitProxy(target: URL, name: string): Promise<CommitProxy> {
  let onCut: (() => void) | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isAimedAt = false;
    let hasEffects = false;
    let isCut = false;
    client.on('data', (data) => {
      isAimedAt ||= data.includes(`application_name\0${name}\0`);
      hasEffects ||= isAimedAt && data.includes(MARK);
      if (data.includes('commit\0') && !data.includes('_commit')) {
        isCut = onCut !== undefined && hasEffects;
        hasEffects = false;
      }
      upstream.write(data);
    });
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    upstream.on('data', (data) => {
      if (!isCut) return void client.write(data);
      end();
      onCut?.();
      onCut = undefined;
    });
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cutNextAnswer: () =>
      new Promise((resolve) => {
        onCut = resolve;
      }),
    close: () => void server.close(),
  };
}
