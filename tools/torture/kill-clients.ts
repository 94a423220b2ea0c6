import { setTimeout as pause } from 'node:timers/promises';
import { entry, type Transfer } from '@app/domain/ledger';
import { seeded } from '../trial/random.ts';
import type { AckLog, Intent, Line } from './ack-log.ts';
import { classify } from './known-errors.ts';
import { type LedgerClient, units, walletOf } from './ledger-load.ts';

export const USERS = 200;
const RETRY_MS = 100;

/** What the clients of one run share. */
export type Run = {
  stopping: boolean;
  broken: string | undefined;
  /** How often each answer other than ok came. */
  readonly answers: Map<string, number>;
  acknowledged: number;
  /** Sent again, and found to have happened: without the ref each would have happened twice. */
  recognised: number;
};

/** Returns when the transfer is acknowledged, with nothing where it had been posted before. */
export type Post = (transfer: Transfer) => Promise<readonly Transfer[]>;

/** The product's way: the answer comes after the commit. */
export const postAndCommit =
  ({ ledger, transact }: LedgerClient): Post =>
  (transfer) =>
    transact((tx) => ledger.post(tx, [transfer]));

/** The sabotage "ack before commit" (reliability 3.1): the answer comes once the rows are written, not once they are safe. */
export const postAndHope =
  ({ ledger, transact }: LedgerClient): Post =>
  (transfer) =>
    new Promise((resolve, reject) => {
      transact(async (tx) => resolve(await ledger.post(tx, [transfer]))).catch(reject);
    });

/** One user of the exchange, one transfer after the other, until told to stop; the last one is settled too. */
export async function runClient(run: Run, { name, seed, post, log }: Client): Promise<void> {
  const below = seeded(seed);
  for (let count = 1; !run.stopping; count++) {
    const intent = { ref: `${name}-${count}`, lines: chooseLines(below) };
    log.invoke(intent);
    await settle(run, intent, { post, log });
  }
}

type Client = { name: string; seed: number; post: Post; log: AckLog };

/** Sends the same ref until its fate is known; it is never guessed. */
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

/** The first reason is the one to report; what follows is usually its echo. */
export function breakOff(run: Run, why: string): void {
  run.broken ??= why;
  run.stopping = true;
}

const toTransfer = ({ ref, lines }: Intent): Transfer => ({
  kind: 'torture.kill',
  ref,
  book: 'real',
  entries: lines.map(({ user, available, frozen }) =>
    entry(walletOf(user), { available: units(available), frozen: units(frozen) }),
  ),
});

/** Mostly payments, some holds and releases; now and then more than is there. */
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
