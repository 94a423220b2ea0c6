import type { AccountName } from '@app/domain/ledger';
import { createLedger } from '@app/server/modules/ledger';
import { type Database, openDatabase } from '@app/server/platform/database';
import { transactOn } from '@app/server/platform/transact';
import { claimWriter } from '@app/server/platform/writer';
import { freshDatabase } from '@app/testkit';
import { pino } from 'pino';
import { startPrivateServices } from '../services/private-services.ts';
import { atLeast, judge, ratio } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { allowBare, postBare } from './ledger-bare.ts';
import { type Batch, type Lane, makeBatch, prepareAccounts } from './ledger-batch.ts';

const LANES = 4;
const BATCHES = [1, 50, 500] as const;
const AIM_AT_500 = 0.8;
const LONG = { rounds: 5, ms: 3_000 };
const SHORT = { rounds: 3, ms: 600 };
const silent = pino({ level: 'silent' });

type Post = (lane: Lane, batch: Batch) => Promise<void>;
type Contestant = { name: string; lanes: readonly Lane[]; post: Post };

/**
 * Measures transfers a second through `ledger.post`, against a bare script that writes the same rows without any check.
 */
export const ledgerBench: Trial = {
  name: 'ledger',
  claim: `ledger.post runs at no less than ${AIM_AT_500} of bare inserts in batches of 500.`,
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
  ],
  seconds: 45,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    const services = await startPrivateServices('bench');
    const opened: Database[] = [];
    try {
      const contestants = [
        await enterOurs(services.urls.postgres, opened),
        await enterBare(services.urls.postgres, opened),
      ];
      const { rounds, ms } = short ? SHORT : LONG;
      const ratios = new Map<number, number>();
      for (const size of BATCHES) {
        const [ours = 0, bare = 1] = await compete(contestants, size, { rounds, ms });
        ratios.set(size, ours / bare);
        print(
          `batches of ${size}: ${Math.round(ours)} transfers/s, bare ${Math.round(bare)}, ratio ${ratio(ours / bare)}`,
        );
      }
      const value = ratios.get(500) ?? Number.NaN;
      const line = atLeast({ text: 'ratio to bare in batches of 500', value, aim: AIM_AT_500, format: ratio });
      const all = [...ratios].map(([size, each]) => `${ratio(each)} at ${size}`).join(', ');
      return judge([line], `ratio to bare ${all} (4 entries a transfer, ${LANES} connections, median of ${rounds})`);
    } finally {
      await Promise.all(opened.map(({ close }) => close()));
      await services.stop();
    }
  },
};

/** Runs both interleaved, so that a slow phase of the machine affects both. */
async function compete(
  contestants: readonly Contestant[],
  size: number,
  { rounds, ms }: { rounds: number; ms: number },
): Promise<number[]> {
  const results = contestants.map((): number[] => []);
  for (const [index, contestant] of contestants.entries()) {
    await measure(contestant, size, ms / 4); // Warms caches and plans; not counted.
    results[index] = [];
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, contestant] of contestants.entries()) results[index]?.push(await measure(contestant, size, ms));
  }
  return results.map((figures) => figures.sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0);
}

async function measure({ lanes, post }: Contestant, size: number, ms: number): Promise<number> {
  const startedMs = performance.now();
  let transfers = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() - startedMs < ms) {
        await post(lane, makeBatch(lane, size));
        transfers += size;
      }
    }),
  );
  return (transfers * 1000) / (performance.now() - startedMs);
}

async function enterOurs(adminUrl: string, opened: Database[]): Promise<Contestant> {
  const database = await freshDatabase(adminUrl);
  const root = openDatabase({ url: database.urlOf('postgres'), connectionsMax: 1 }, silent);
  const engine = openDatabase({ url: database.urlOf('engine'), connectionsMax: LANES }, silent);
  opened.push(root, engine);
  const transact = transactOn(engine.db);
  const ledger = createLedger(await claimWriter(engine.db));
  const lanes = await prepareAccounts(root.pool, LANES);
  for (const { accounts } of lanes) await meet(accounts, (names) => transact((tx) => ledger.lock(tx, 'real', names)));
  return {
    name: 'ours',
    lanes,
    post: async (_lane, batch) => {
      await transact((tx) => ledger.post(tx, batch));
    },
  };
}

/** Loads the accounts' rows as in a running shard; the bare script gets them, too. */
async function meet(accounts: readonly AccountName[], lock: (names: readonly AccountName[]) => Promise<unknown>) {
  for (let at = 0; at < accounts.length; at += 5_000) await lock(accounts.slice(at, at + 5_000));
}

async function enterBare(adminUrl: string, opened: Database[]): Promise<Contestant> {
  const database = await freshDatabase(adminUrl);
  const root = openDatabase({ url: database.urlOf('postgres'), connectionsMax: LANES }, silent);
  opened.push(root);
  const lanes = await prepareAccounts(root.pool, LANES);
  await allowBare(root.pool);
  return { name: 'bare', lanes, post: (lane, batch) => postBare(root.pool, lane, batch) };
}
