import { setTimeout as pause } from 'node:timers/promises';
import { entry, type Transfer } from '@app/domain/ledger';
import { negate } from '@app/money';
import { type FreshDatabase, freshDatabase } from '@app/testkit';
import { DatabaseError } from 'pg';
import { Finding } from '../trial/aims.ts';
import { seeded } from '../trial/random.ts';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { auditBooks } from './ack-audit.ts';
import { accountOf, fundUsers, type LedgerClient, openLedgerClient, units } from './ledger-load.ts';
import { startPrivatePostgres } from './private-postgres.ts';
import { countRows, withClient } from './rig.ts';

const CONNECTIONS = 8;
const BATCH = 500;
/** Funding that never runs out: a refusal would end a batch before it holds many locks. */
const FUNDED_EACH = 10_000_000;
const DEADLOCK_DETECTED = '40P01';
const CONTROL_TRIES = 3;

type Result = { transfers: number; seconds: number; deadlocks: number; gaveUp: number; wrongs: number };

/** The control locks in random order; if it does not deadlock, the load proves nothing. */
export const deadlocks: Trial = {
  name: 'deadlocks',
  claim: 'sorted locks never deadlock',
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
  ],
  seconds: 15,
  isMoney: true,
  rig: 'ledger',
  run: async (options) => {
    const postgres = await startPrivatePostgres('deadlocks', { deadlock_timeout: '50ms' });
    try {
      const sorted = await crowd(await freshDatabase(postgres.adminUrl), options);
      options.print(`sorted: ${describe(sorted)}`);
      const faulty = await freshDatabase(postgres.adminUrl);
      await shuffleLocks(faulty.urlOf('migrate'));
      const shuffled = await crowdUntilDeadlock(faulty, options);
      options.print(`control, locks in random order: ${describe(shuffled)}`);
      const blindness = shuffled.deadlocks > 0 ? [] : ['THE RIG CANNOT SEE DEADLOCKS: the control had none'];
      return {
        holds: sorted.deadlocks === 0 && sorted.wrongs === 0 && sorted.transfers > 0 && blindness.length === 0,
        figure: [...blindness, describe(sorted), `control, random order: ${describe(shuffled)}`].join('; '),
      };
    } finally {
      await postgres.stop();
    }
  },
};

/** Repeats the control, each time for longer, if it had no deadlock, because deadlocks depend on chance. */
async function crowdUntilDeadlock(database: FreshDatabase, options: TrialOptions): Promise<Result> {
  const deck = newDeck(); // Shared: the database already has the refs of earlier tries.
  for (let tries = 1; ; tries++) {
    const result = await crowd(database, options, { deck, longer: tries });
    if (result.deadlocks > 0 || tries === CONTROL_TRIES) return result;
  }
}

async function crowd(
  database: FreshDatabase,
  { short, seed }: TrialOptions,
  { deck, longer }: { deck: Deck; longer: number } = { deck: newDeck(), longer: 1 },
): Promise<Result> {
  // As `engine`, which has no lock timeout that could end a wait before it is detected as a deadlock.
  const client = await openLedgerClient(database.urlOf('engine'), CONNECTIONS);
  await fundUsers(database, { users: USERS, each: FUNDED_EACH });
  const startedMs = performance.now();
  const load = { client, deck, seed, untilMs: startedMs + longer * (short ? 3_000 : 10_000) };
  const posting = Array.from({ length: CONNECTIONS }, (_, connection) => postUntilAnswered(load, connection));
  await Promise.allSettled(posting); // No connection is active when a failure is thrown.
  const seconds = (performance.now() - startedMs) / 1_000;
  const posted = await Promise.all(posting);
  const leaked = await client.close();
  if (leaked > 0) throw new Finding(`${leaked} connections were never given back to the pool`);
  return {
    seconds,
    transfers: posted.reduce((sum, { transfers }) => sum + transfers, 0),
    gaveUp: posted.reduce((sum, { gaveUp }) => sum + gaveUp, 0),
    deadlocks: await countDeadlocks(database.urlOf('postgres')),
    wrongs: (await auditBooks(database.urlOf('postgres'))).size,
  };
}

type Load = { client: LedgerClient; deck: Deck; seed: number; untilMs: number };

/**
 * Posts until the deadline: half of the connections post batches, half single transfers, all over the same few
 * accounts.
 */
async function postUntilAnswered({ client: { ledger, transact }, deck, seed, untilMs }: Load, connection: number) {
  const below = seeded(seed + connection);
  const size = connection % 2 === 0 ? BATCH : 1;
  const posted = { transfers: 0, gaveUp: 0 };
  while (performance.now() < untilMs) {
    const transfers = chooseTransfers(deck, below, size);
    try {
      posted.transfers += (await transact((tx) => ledger.post(tx, transfers))).length;
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === DEADLOCK_DETECTED)) throw error;
      posted.gaveUp += 1; // All retries failed; the server's deadlock count is the evidence.
    }
  }
  return posted;
}

function describe({ transfers, seconds, deadlocks: count, gaveUp, wrongs }: Result): string {
  const rate = Math.round(transfers / seconds);
  const amiss = wrongs === 0 ? 'the books add up' : `${wrongs} kinds of wrong in the books`;
  return `${count} deadlocks, ${gaveUp} gave up, ${transfers} transfers of 20 entries (${rate}/s), ${amiss}`;
}

const USERS = 400;
const PAYERS = 10;
const REMEMBERED = 1_000;
const REPEATED_OF_A_HUNDRED = 5;

/** State shared by the connections of one run: the next ref, and the latest transfers, some of which are sent again. */
type Deck = { next: number; readonly recent: Transfer[] };

const newDeck = (): Deck => ({ next: 1, recent: [] });

/**
 * Creates transfers in which ten accounts pay one unit each to ten others, in random order. Some repeat a transfer that
 * another connection is sending concurrently: the same ref in two batches is the other cause of mutual waits.
 */
function chooseTransfers(deck: Deck, below: (end: number) => number, count: number): Transfer[] {
  return Array.from({ length: count }, () => {
    const earlier = deck.recent[below(REMEMBERED)];
    if (earlier !== undefined && below(100) < REPEATED_OF_A_HUNDRED) return earlier;
    const transfer = newTransfer(deck.next, below);
    deck.recent[deck.next % REMEMBERED] = transfer;
    deck.next += 1;
    return transfer;
  });
}

function newTransfer(number: number, below: (end: number) => number): Transfer {
  const users = new Set<number>();
  while (users.size < 2 * PAYERS) users.add(1 + below(USERS));
  const entries = [...users].map((user, index) =>
    entry(accountOf(user), { available: index % 2 === 0 ? negate(units(1)) : units(1) }),
  );
  return { kind: 'spot.fill', ref: String(number), mode: 'real', entries };
}

const SORTED = 'order by n.account';

/** Applies the sabotage in one database only: the ledger's trigger, unchanged except for the order of its locks. */
async function shuffleLocks(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `select pg_get_functiondef('ledger_apply()'::regprocedure) as text`,
    );
    const text = rows[0]?.text ?? '';
    if (!text.includes(SORTED)) throw new Error(`the sabotage no longer fits: ledger_apply() has no "${SORTED}"`);
    await client.query(text.replace(SORTED, 'order by random()'));
  });
}

/** Counts deadlocks. A backend reliably reports them when it ends, so the number is current once all have ended. */
async function countDeadlocks(url: string): Promise<number> {
  return await withClient(url, async (client) => {
    while ((await countRows(client, OTHERS)) > 0) await pause(20);
    const { rows } = await client.query<{ deadlocks: string }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.deadlocks);
  });
}

const OTHERS = `select from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
