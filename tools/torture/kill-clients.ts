import { setTimeout as pause } from 'node:timers/promises';
import { entry, type Transfer } from '@app/domain/ledger';
import { seeded } from '../trial/random.ts';
import type { AckLog, Intent, Line } from './ack-log.ts';
import { classify } from './known-errors.ts';
import { type LedgerClient, units, walletOf } from './ledger-load.ts';

export const USERS = 200;
const RETRY_MS = 100;

/** State shared by the clients of one run. */
export type Run = {
  stopping: boolean;
  broken: string | undefined;
  /** Counts of each answer other than ok. */
  readonly answers: Map<string, number>;
  acknowledged: number;
  /** Retries of already posted transfers: without the ref each would have been posted twice. */
  recognised: number;
};

/** Resolves when the transfer is acknowledged, with an empty list if it had been posted before. */
export type Post = (transfer: Transfer) => Promise<readonly Transfer[]>;

/** Acknowledges after the commit, like the product. */
export const postAndCommit =
  ({ ledger, transact }: LedgerClient): Post =>
  (transfer) =>
    transact((tx) => ledger.post(tx, [transfer]));

/**
 * Applies the sabotage "ack before commit" (reliability 3.1): acknowledges once the rows are written, before they are
 * durable.
 */
export const postAndHope =
  ({ ledger, transact }: LedgerClient): Post =>
  (transfer) =>
    new Promise((resolve, reject) => {
      transact(async (tx) => resolve(await ledger.post(tx, [transfer]))).catch(reject);
    });

/** Runs one client that sends one transfer after another until stopped; the last one is settled too. */
export async function runClient(run: Run, { name, seed, post, log }: Client): Promise<void> {
  const below = seeded(seed);
  for (let count = 1; !run.stopping; count++) {
    const intent = { ref: `${name}-${count}`, lines: chooseLines(below) };
    log.invoke(intent);
    await settle(run, intent, { post, log });
  }
}

type Client = { name: string; seed: number; post: Post; log: AckLog };

/** Resends the same ref until its outcome is known; the outcome is never assumed. */
async function settle(run: Run, intent: Intent, { post, log }: Pick<Client, 'post' | 'log'>): Promise<void> {
  const transfer = toTransfer(intent);
  while (run.broken === undefined) {
    try {
      const fresh = await post(transfer);
      log.ok(intent.ref);
      run.acknowledged += 1;
      if (fresh.length === 0) run.recognised += 1;
      return;
    } catch (error) {
      const { kind, why } = classify(error);
      run.answers.set(why, (run.answers.get(why) ?? 0) + 1);
      if (kind === 'refused') return log.fail(intent.ref, why);
      log.info(intent.ref, why);
      if (kind === 'alien') breakOff(run, `${intent.ref}: ${why}`);
      await pause(RETRY_MS);
    }
  }
}

/** Aborts the run and keeps the first reason; later ones are usually consequences. */
export function breakOff(run: Run, why: string): void {
  run.broken ??= why;
  run.stopping = true;
}

const toTransfer = ({ ref, lines }: Intent): Transfer => ({
  kind: 'torture.kill',
  ref,
  mode: 'real',
  entries: lines.map(({ user, available, frozen }) =>
    entry(walletOf(user), { available: units(available), frozen: units(frozen) }),
  ),
});

/** Chooses mostly payments, some holds and releases; some exceed the balance. */
function chooseLines(below: (end: number) => number): Line[] {
  const user = 1 + below(USERS);
  const count = 1 + below(30);
  const dice = below(10);
  if (dice === 0) return [{ user, available: -count, frozen: count }];
  if (dice === 1) return [{ user, available: count, frozen: -count }];
  const other = 1 + ((user + below(USERS - 1)) % USERS);
  return [
    { user, available: -count, frozen: 0 },
    { user: other, available: count, frozen: 0 },
  ];
}
