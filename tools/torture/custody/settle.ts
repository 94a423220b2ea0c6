import { setTimeout as pause } from 'node:timers/promises';
import type { LocalChain } from '@app/testkit/chain';
import type pg from 'pg';
import type { Books } from './books.ts';
import { hasEnded, isCompared } from './outgoing.ts';
import { CHAIN, CONFIRMATIONS } from './terms.ts';

type Limits = {
  /** In rounds of custody, which a busy machine does not stretch. */
  readonly rounds: number;
  readonly ms: number;
  /** Also waits until every withdrawal and sweep has ended, and chain and books are compared. */
  readonly isEnd?: boolean;
};

/**
 * Waits until custody has followed the chain to its head and credited what is due; `false` if it has not within so many
 * of its rounds, or within the time.
 */
export async function untilSettled(
  { root, custody }: Books,
  chain: LocalChain,
  { rounds, ms, isEnd = false }: Limits,
): Promise<boolean> {
  const lastRound = custody.rounds + rounds;
  for (const endMs = performance.now() + ms; performance.now() < endMs; await pause(20)) {
    const isLast = custody.rounds > lastRound;
    const head = await chain.head();
    const { rows } = await root.query<{ settled: boolean }>(
      `select c.head = $2 and not exists (select from deposit d where d.chain = c.chain and d.state = 'seen' and d.block <= c.head - $3 + 1)
              and (select hash from deposit_block b where b.chain = c.chain and b.number = c.head) = $4 as settled
         from deposit_chain c where c.chain = $1`,
      [CHAIN, head, CONFIRMATIONS, (await chain.client.getBlock()).hash],
    );
    if (rows[0]?.settled === true && (!isEnd || ((await hasEnded(root)) && (await isCompared(root, head)))))
      return true;
    if (isLast) return false;
  }
  return false;
}

/** Whether something is credited that has too few confirmations; the chain is asked after the table. */
export async function isTooEarly(root: pg.Client, chain: LocalChain): Promise<boolean> {
  const { rows } = await root.query<{ block: string }>(
    `select max(block) as block from deposit where state = 'credited'`,
  );
  const newest = Number(rows[0]?.block ?? 0);
  return newest > 0 && (await chain.head()) - newest + 1 < CONFIRMATIONS;
}

const TO_FOLLOW = { rounds: 10, ms: 20_000 };
const TO_COMPARE = { rounds: 30, ms: 20_000, isEnd: true };

/** Lets blocks pass until custody has ended everything it does; `false` if it has not after so many. */
export async function untilEnded(books: Books, chain: LocalChain, blocks: number): Promise<boolean> {
  for (let block = 0; block < blocks; block++) {
    await chain.mine(1);
    await untilSettled(books, chain, TO_FOLLOW);
    if ((await hasEnded(books.root)) && (await untilSettled(books, chain, TO_COMPARE))) return true;
  }
  return false;
}

const REPLACED_MS_MAX = 60_000;

/** Waits until a payment has two signed transactions. */
export async function untilReplaced(root: pg.Client): Promise<void> {
  for (const endMs = performance.now() + REPLACED_MS_MAX; performance.now() < endMs; await pause(50)) {
    const { rowCount } = await root.query(
      `select from chain_attempt a join chain_payment p using (chain, nonce) where p.tx_hash is null
        group by a.chain, a.nonce having count(*) > 1`,
    );
    if (rowCount !== 0) return;
  }
}
