import { verifyTrail } from '@app/server/modules/trail';
import { type Below, seeded } from '../trial/random.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { type Testbed, withTestbed } from './testbed.ts';
import { tryForgeries } from './trail/forgeries.ts';
import { makeDocuments, viewDocuments } from './trail/views.ts';
import { makeSessions, writeAtOnce } from './trail/writers.ts';

const WRITERS = 20;

/** Proves the audit trail: parallel writers do not fork it, and whoever changes it is found. */
export const trail: Trial = {
  name: 'trail',
  claim:
    '20 writers at once never fork the audit trail, each view of a document has its row, and a row that was edited, deleted or inserted is found.',
  touches: [
    'apps/server/src/modules/trail/',
    'apps/server/src/modules/staff/',
    'apps/server/migrations/0051_staff.sql',
    'apps/server/migrations/0058_staff_signatures.sql',
  ],
  seconds: 15,
  run: (options) => withTestbed('proof-trail', (testbed) => prove(testbed, options)),
};

async function prove({ as }: Testbed, { short, seed, print }: TrialOptions): Promise<Verdict> {
  const below = seeded(seed);
  const owner = as('migrate');
  const admin = as('admin');
  const root = as('postgres');
  const actions = short ? 2_000 : 10_000;
  const views = short ? 200 : 1_000;
  const tokens = await makeSessions(owner.pool, WRITERS);
  const startedMs = performance.now();
  const written = await writeAtOnce(admin, tokens, { actions, below });
  const perSecond = Math.round((written.committed * 1_000) / (performance.now() - startedMs));
  print(
    `${written.committed} rows committed, ${written.rolledBack} rolled back, ${written.refused} refused, ${perSecond}/s`,
  );
  const documents = await makeDocuments(owner.pool);
  const unnoted = await viewDocuments({ admin: admin.pool, owner: owner.pool }, documents, {
    views,
    tokens,
    below,
  });
  const { rows, faults } = await verifyTrail(root.db);
  for (const fault of faults) print(`  ${fault}`);
  const { found, missed } = await tryForgeries(root);
  for (const name of missed) print(`  not found: ${name}`);
  const collided = await writeWithoutLock({ owner, admin, tokens, below });
  const isWhole = written.refused === 0 && written.committed === actions && rows === BigInt(actions + views);
  return {
    holds: isWhole && faults.length === 0 && unnoted === 0 && missed.length === 0 && collided > 0,
    figure:
      `${written.committed} actions by ${WRITERS} writers (${perSecond}/s), ${rows} links, ${faults.length} faults; ` +
      `${views} views of documents, ${unnoted} without a row; ${found} forgeries found, ${missed.length} missed; ` +
      `control without the lock: ${collided} writes collided`,
  };
}

type Control = {
  readonly owner: ReturnType<Testbed['as']>;
  readonly admin: ReturnType<Testbed['as']>;
  readonly tokens: readonly Buffer[];
  readonly below: Below;
};

/** Takes the lock away: writers then continue from the same link, and the indexes refuse all but one. */
async function writeWithoutLock({ owner, admin, tokens, below }: Control): Promise<number> {
  const { rows } = await owner.pool.query<{ text: string }>(
    `select pg_get_functiondef('trail_append'::regproc) as text`,
  );
  const text = rows[0]?.text ?? '';
  const unlocked = text.replace(/perform pg_advisory_xact_lock\(.*\);/, '');
  if (unlocked === text) throw new Error('the lock was not found');
  await owner.pool.query(unlocked);
  return (await writeAtOnce(admin, tokens, { actions: 400, below })).refused;
}
