import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { openPriceKey, publishBlock, readChain, sealBlock } from '@app/server/modules/market';
import { receiptEvidence } from '@app/server/modules/proof';
import { openBus } from '@app/server/platform/bus/bus';
import { openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { openKeyRing } from '@app/server/platform/process/key-ring';
import { openLog } from '@app/server/platform/process/log';

/** Price of each market that gets a tick in every block. */
export type Prices = Readonly<Record<number, string>>;

/** A block that was sealed and published, with what was in it. */
export type SealedNote = { readonly number: number; readonly prices: Prices };

/** As often as the feed seals. */
const EVERY_MS = 250;
const SOURCE = 2;

/**
 * Seals prices as the feed does, with the receipts of everything that happened, and publishes them. A process of its own:
 * the clients' times must not include its work.
 */
const { DATABASE_URL = '', NATS_URL = '' } = process.env;
const log = openLog('feed', 'warn');
const { db } = openDatabase({ url: DATABASE_URL, connectionsMax: 1 }, log);
const bus = openBus({ url: NATS_URL, name: 'feed', log });
const transact = transactOn(db);
const keys = openKeyRing([{ id: 'bench', key: randomBytes(32) }]);
const signer = await transact((tx) => openPriceKey(tx, keys));
let chain = await readChain(db);
let prices: Prices = {};
process.on('message', (next: Prices) => {
  prices = next;
});
process.on('disconnect', () => process.exit());

async function sealOnce(): Promise<void> {
  const sealing = prices;
  const atMs = Date.now();
  const ticks = Object.entries(sealing).map(([market, text]) => {
    const price = parseDecimal<Price>(text);
    const volume = parseDecimal<Amount>('1');
    return { market: Number(market), atMs, price, volume, sources: [{ source: SOURCE, price, ageMs: 5 }] };
  });
  if (ticks.length === 0) return;
  const sealed = await transact((tx) => sealBlock(tx, chain, { atMs, ticks, signer, evidence: receiptEvidence }));
  chain = sealed.chain;
  publishBlock(bus, sealed.block);
  process.send?.({ number: sealed.block.number, prices: sealing } satisfies SealedNote);
}

process.send?.({ number: chain.number, prices: {} } satisfies SealedNote);
for (let dueMs = performance.now(); ; ) {
  await sealOnce();
  const nowMs = performance.now();
  dueMs = Math.max(dueMs + EVERY_MS, nowMs);
  await pause(dueMs - nowMs);
}
