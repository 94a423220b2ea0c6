import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { move, userAccount } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { createLedger } from '@app/server/modules/ledger';
import { type Db, openDatabase } from '@app/server/platform/db/database';
import { type Claim, Fenced, holdLease, type Lease, takeLease } from '@app/server/platform/db/lease';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { sql } from 'kysely';
import { seeded } from '../../trial/random.ts';
import {
  CURRENCY,
  KIND,
  LEASE,
  type Message,
  type Mode,
  RETRY_MS,
  readHistory,
  refOf,
  STALE_AFTER_MS,
  USERS,
} from './terms.ts';

/** Takes over like `takeLease`, but does not terminate the old owner's backend; a control. */
async function takeWithoutTerminating(db: Db, claim: Claim): Promise<Lease | undefined> {
  await sql`
    insert into lease (name, epoch, owner, pid, backend_start, heartbeat_at)
    select ${claim.name}, 0, '', 0, 'epoch', 'epoch' where not exists (select from lease where name = ${claim.name})
    on conflict (name) do nothing`.execute(db);
  const { rows } = await sql<{ epoch: bigint }>`
    update lease set epoch = epoch + 1, owner = ${claim.owner}, heartbeat_at = clock_timestamp(),
           pid = pg_backend_pid(),
           backend_start = (select backend_start from pg_stat_activity where pid = pg_backend_pid())
     where name = ${claim.name} and epoch = (
       select epoch from lease where name = ${claim.name}
          and clock_timestamp() - heartbeat_at > ${claim.staleAfterMs} * interval '1 millisecond')
    returning epoch`.execute(db);
  return rows[0] && { name: claim.name, epoch: rows[0].epoch };
}

/** Process that competes to be the writer: `node owner.ts <url> <name> <mode> <seed>`, ended by the rig. */
const [url = '', name = '', modeText = '', seed = '0'] = process.argv.slice(2);
const mode = modeText as Mode; // Passed by the rig.
const INSIDE_MS_MAX = 30;
const OUTSIDE_MS_MAX = 5;
const ONE = parseDecimal<Amount>('1');

process.once('disconnect', () => process.exit()); // The rig is gone.

const below = seeded(Number(seed));
const { db } = openDatabase({ url, connectionsMax: 1, name: `owner-${name}` }, openLog(name, 'silent'));
const transact = transactOn(db);
const ledger = createLedger(await claimWriter(db));
const take = mode === 'no-terminate' ? takeWithoutTerminating : takeLease;

const send = (message: Message) => process.send?.(message);

for (;;) {
  const lease = await tryToTake();
  if (lease === undefined) await pause(RETRY_MS);
  else await writeUntilFenced(lease);
}

/** Tries to take the lease; a terminated connection is only a failed attempt. */
async function tryToTake(): Promise<Lease | undefined> {
  try {
    return await take(db, { name: LEASE, owner: name, staleAfterMs: STALE_AFTER_MS });
  } catch {
    return undefined;
  }
}

/**
 * Writes until fenced, the worst case of a stubborn owner: only the fence stops it; after any other error it retries
 * the batch.
 */
async function writeUntilFenced(lease: Lease): Promise<void> {
  const epoch = Number(lease.epoch);
  const history = await insist(() => readHistory(db, epoch));
  send({ kind: 'owned', epoch, atMs: Date.now(), history });
  try {
    for (let number = history.last + 1; ; number++) {
      if (mode === 'unfenced') await insist(() => transact((tx) => holdLease(tx, lease)));
      const batch = { ref: refOf(epoch, number), ...pickTwo(), pauseMs: below(INSIDE_MS_MAX + 1) };
      await insist(() => commitBatch(lease, batch));
      send({ kind: 'committed', epoch, atMs: Date.now(), ref: batch.ref });
      await pause(below(OUTSIDE_MS_MAX + 1));
    }
  } catch (error) {
    if (!(error instanceof Fenced)) throw error;
    send({ kind: 'fenced', epoch, atMs: Date.now() });
  }
}

type Batch = { ref: string; from: bigint; to: bigint; pauseMs: number };

async function commitBatch(lease: Lease, { ref, from, to, pauseMs }: Batch): Promise<void> {
  const names = [from, to].map((user) => userAccount(user, 'exchange', CURRENCY));
  const payer = expectDefined(names[0], 'the payer');
  const payee = expectDefined(names[1], 'the payee');
  await transact(async (tx) => {
    if (mode !== 'unfenced') await holdLease(tx, lease);
    const locked = await ledger.lock(tx, 'real', names);
    send({
      kind: 'inside',
      epoch: Number(lease.epoch),
      atMs: Date.now(),
      accounts: locked.map(({ id }) => String(id)),
    });
    await pause(pauseMs);
    await ledger.post(tx, [{ kind: KIND, ref, mode: 'real', entries: move(ONE, payer, payee) }]);
  });
}

function pickTwo(): { from: bigint; to: bigint } {
  const first = below(USERS.length);
  const second = (first + 1 + below(USERS.length - 1)) % USERS.length;
  return { from: expectDefined(USERS[first], 'a user'), to: expectDefined(USERS[second], 'another user') };
}

async function insist<Value>(work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Fenced) throw error;
      await pause(1);
    }
  }
}
