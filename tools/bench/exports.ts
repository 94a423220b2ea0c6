import { createHash } from 'node:crypto';
import { firstIdAt, uuidV7 } from '@app/base';
import type { ExportKindName } from '@app/domain/export';
import { contractFees } from '@app/server/modules/contract';
import { createExport, createExportKinds, openExport, runNextExport } from '@app/server/modules/export';
import { createLedger } from '@app/server/modules/ledger';
import { createSettings } from '@app/server/modules/reference';
import { fillFees } from '@app/server/modules/spot';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import pg from 'pg';
import {
  allowAll,
  createPastPartitions,
  DAY_MS,
  type GeneratedEntry,
  type GeneratedTransfer,
  idsAt,
  storeCandles,
  storeTransfers,
} from '../proof/statements/histories.ts';
import { type Testbed, withTestbed } from '../proof/testbed.ts';
import { guarantee, judge, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';

const AIM_MS = 20_000;
/** Growth of the worker's memory that no file may exceed, however long it is. */
const MEMORY_MAX = 200_000_000;
const UNIT = 10n ** 18n;

/** Makes every file of a busy month, from the request until it can be saved, and counts its lines. */
export const exportsBench: Trial = {
  name: 'exports',
  claim: `every file of a month with 100,000 trades is ready ${AIM_MS / 1_000} s after its request, with progress and bounded memory.`,
  touches: ['apps/server/src/modules/export/', 'apps/server/src/modules/statement/', 'apps/server/src/modules/ledger/'],
  seconds: 60,
  isFigure: true,
  run: ({ short, print, args }) =>
    withTestbed('bench-exports', async (testbed) => {
      const fills = Number(args[0] ?? (short ? 5_000 : 100_000));
      const month = previousMonth(Date.now());
      const userId = await writeMonth(testbed, month, fills);
      print(`${fills.toLocaleString('en')} trades of one user written in ${month}`);
      const worker = await openWorker(testbed, userId);
      const made: ({ readonly kind: ExportKindName } & Made)[] = [];
      for (const kind of ['statement.pdf', 'statement.csv', 'trades.csv', 'ledger.csv', 'fills.csv'] as const) {
        const file = await worker.make(kind, kind === 'fills.csv' ? month.slice(0, 4) : month);
        print(
          `${kind}: ${Math.round(file.ms)} ms, ${file.size} bytes, ${file.lines} lines, ${file.seen} steps of progress, +${Math.round(file.grown / 1e6)} MB`,
        );
        made.push({ kind, ...file });
      }
      await worker.close();
      const linesOf = (kind: ExportKindName) => made.find((file) => file.kind === kind)?.lines;
      return judge(
        [
          ...made.map(({ kind, ms }) => timed(kind, ms, AIM_MS)),
          guarantee('every trade is in its file', linesOf('trades.csv') === fills + 1),
          guarantee('every trade with its cost is in its file', linesOf('fills.csv') === fills + 1),
          guarantee('every entry is in the ledger', linesOf('ledger.csv') === 2 * fills + 2),
          guarantee(
            'every file is what its digest says',
            made.every(({ isWhole }) => isWhole),
          ),
          guarantee(
            'memory is bounded',
            made.every(({ grown }) => grown < MEMORY_MAX),
          ),
        ],
        made.map(({ kind, ms }) => `${kind} ${(ms / 1_000).toFixed(1)} s`).join(', '),
      );
    }),
};

function previousMonth(nowMs: number): string {
  const now = new Date(nowMs);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
}

/** Writes a user who deposits and then buys and sells in turn all month, through the ledger's own triggers. */
async function writeMonth(testbed: Testbed, month: string, fills: number): Promise<bigint> {
  const client = new pg.Client({ connectionString: testbed.database.urlOf('postgres') });
  await client.connect();
  const startMs = Date.parse(`${month}-01T00:00:00Z`);
  const userId = firstIdAt(startMs - 2 * DAY_MS) + 1n;
  await client.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, 'busy@example.com', '$argon2id$bench', 'Busy', 'BUSY1', 1)`,
    [userId],
  );
  await createPastPartitions(client, startMs - 7 * DAY_MS);
  await allowAll(client);
  const ticks = Array.from({ length: 40 }, (_, day) => ({
    coin: 'BTC',
    atMs: startMs + (day - 3) * DAY_MS,
    price: 60_000n * UNIT,
  }));
  await storeCandles(client, ticks, startMs);
  await storeTransfers(client, transfersOf(userId, startMs, fills));
  await client.end();
  return userId;
}

function transfersOf(userId: bigint, startMs: number, fills: number): GeneratedTransfer[] {
  const nextId = idsAt();
  const owner = `user:${userId}`;
  const entry = (who: string, kind: string, currency: string, available: bigint): GeneratedEntry => ({
    owner: who,
    kind,
    currency,
    available,
    frozen: 0n,
  });
  const mine = (currency: string, available: bigint) => entry(owner, 'exchange', currency, available);
  const house = (currency: string, available: bigint) => entry('house:ladder-1', 'house_ladder', currency, available);
  const cash = 1_000_000n * UNIT;
  const first = nextId(startMs + 1);
  const deposit = {
    id: first,
    kind: 'deposit' as const,
    ref: `bench:${first}`,
    mode: 'real' as const,
    entries: [entry('world:chain', 'external', 'USDT', -cash), mine('USDT', cash)],
  };
  const everyMs = (27 * DAY_MS) / fills;
  const trades = Array.from({ length: fills }, (_, index): GeneratedTransfer => {
    const isBuy = index % 2 === 0;
    const quantity = UNIT / 100n + BigInt(index);
    const sold = isBuy ? quantity : UNIT / 100n + BigInt(index - 1);
    const cost = 600n * UNIT + BigInt(index);
    const fee = UNIT / 2n;
    const id = nextId(Math.floor(startMs + 60_000 + index * everyMs));
    const sign = isBuy ? 1n : -1n;
    return {
      id,
      kind: 'spot.fill',
      ref: String(id),
      mode: 'real',
      entries: [
        mine('USDT', -sign * cost - fee),
        mine('BTC', sign * sold),
        house('BTC', -sign * sold),
        house('USDT', sign * cost),
        entry('house:spot-real', 'fee_income', 'USDT', fee),
      ],
      fill: {
        coin: 'BTC',
        side: isBuy ? 'buy' : 'sell',
        quantity: sold,
        cost,
        taker: userId,
        maker: null,
        takerFee: fee,
        makerFee: 0n,
      },
    };
  });
  return [deposit, ...trades];
}

/** Requests a file as the api does and makes it as the worker does, each with its role. */
async function openWorker(testbed: Testbed, userId: bigint) {
  const { db } = testbed.as('worker');
  const nextId = await claimWriter(db);
  const log = openLog('bench', 'silent');
  const common = { fees: [fillFees, ...contractFees], pdfFonts: '/usr/share/fonts/opentype/noto' };
  const kinds = createExportKinds({ ...common, db, transact: transactOn(db), ledger: createLedger(nextId) });
  const api = {
    db: testbed.app.db,
    transact: testbed.transact,
    nextId,
    settings: createSettings(testbed.app.db),
    kinds,
  };
  const runner = { db, nextId, kinds, settings: createSettings(db), log, beatEveryMs: 250 };
  const client = new pg.Client({ connectionString: testbed.database.urlOf('worker') });
  await client.connect();

  const make = async (kind: ExportKindName, period: string) => {
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    let most = before;
    const progress = new Set<number>();
    const startedMs = performance.now();
    const request = { userId, mode: 'real' as const, kind, period, language: 'en' as const, body: kind };
    const { id } = await createExport(api, {
      ...request,
      key: uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    });
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
      void client
        .query('select progress from export_job where id = $1', [id])
        .then(({ rows }) => progress.add(rows[0]?.progress));
    }, 100);
    await runNextExport(runner);
    const ms = performance.now() - startedMs;
    clearInterval(watch);
    const { bytes } = await openExport(api, { userId: userId, sessionId: 1n, mode: 'real' }, id);
    const hash = createHash('sha256');
    let size = 0;
    let lines = 0;
    for await (const part of bytes as AsyncIterable<Buffer>) {
      hash.update(part);
      size += part.length;
      for (const byte of part) if (byte === NEW_LINE) lines += 1;
    }
    const { rows } = await client.query('select sha256 from export_job where id = $1', [id]);
    const isWhole = hash.digest().equals(rows[0]?.sha256 ?? Buffer.alloc(0));
    return { ms, size, lines, seen: progress.size, grown: most - before, isWhole };
  };
  return { make, close: () => client.end() };
}

type Made = Awaited<ReturnType<Awaited<ReturnType<typeof openWorker>>['make']>>;

const NEW_LINE = 10;
