import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { openPriceKey, readChain, type SealedBlock, sealBlock } from '@app/server/modules/market';
import { receiptEvidence } from '@app/server/modules/proof';
import { openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { openKeyRing } from '@app/server/platform/process/key-ring';
import { openLog } from '@app/server/platform/process/log';
import type pg from 'pg';
import { connectTo, urlOf } from './clients.ts';
import { MARKETS } from './terms.ts';

type SealingPlan = {
  readonly adminUrl: string;
  readonly everyMs: number;
  readonly below: (end: number) => number;
  readonly cleanUp: AsyncDisposableStack;
};

export type Sealing = {
  /** Stops and returns the last block. */
  stop(): Promise<SealedBlock>;
};

const price = (value: number) => parseDecimal<Price>(String(value));

const aTick = (market: number, value: number) => ({
  market,
  atMs: Date.now(),
  price: price(value),
  volume: parseDecimal<Amount>('1'),
  sources: [{ source: 11, price: price(value), ageMs: 5 }],
});

/** Seals blocks of random ticks with the product's own code, and lists each tick in a table of the rig. */
export async function startSealing(
  { adminUrl, everyMs, below, cleanUp }: SealingPlan,
  onBlock: (block: SealedBlock) => void,
): Promise<Sealing> {
  const { db, close } = openDatabase({ url: urlOf(adminUrl, 'feed'), connectionsMax: 1 }, openLog('feed', 'silent'));
  cleanUp.defer(close);
  const eye = await connectTo(adminUrl, cleanUp);
  const transact = transactOn(db);
  const keys = openKeyRing([{ id: 'rig', key: randomBytes(32) }]);
  const signer = await transact((tx) => openPriceKey(tx, keys));
  let chain = await readChain(db);
  let last: SealedBlock | undefined;
  let isOver = false;
  const sealOne = async () => {
    const ticks = MARKETS.filter((market) => market === 1 || below(3) > 0).map((market) =>
      aTick(market, 100 + below(50)),
    );
    const sealed = await transact((tx) =>
      sealBlock(tx, chain, { atMs: Date.now(), ticks, signer, evidence: receiptEvidence }),
    );
    chain = sealed.chain;
    const { block } = sealed;
    last = block;
    await eye.query('insert into sealed select $1, unnest($2::text[])', [
      block.number,
      block.ticks.map(({ market, seq }) => `${market}:${seq}`),
    ]);
    onBlock(block);
  };
  const sealing = (async () => {
    while (!isOver) {
      await sealOne();
      await pause(below(2 * everyMs));
    }
  })();
  sealing.catch(() => {}); // Reported by stop.
  return {
    stop: async () => {
      isOver = true;
      await sealing;
      return expectDefined(last, 'a sealed block');
    },
  };
}

const QUIET_MS_MAX = 60_000;

/** Waits until every shard has taken the last block and nothing is left in the inbox. */
export async function untilQuiet(eye: pg.Pool, lastBlock: number): Promise<void> {
  for (const endMs = performance.now() + QUIET_MS_MAX; performance.now() < endMs; await pause(50)) {
    const { rows } = await eye.query<{ behind: string }>(
      `select (select count(*) from engine_cursor where shard like 'spot-ticks-%' and block < $1) +
              (select count(*) from engine_inbox) as behind`,
      [lastBlock],
    );
    if (rows[0]?.behind === '0') return;
  }
}
