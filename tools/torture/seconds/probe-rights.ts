import type { FreshDatabase } from '@app/testkit';
import type { Findings } from '../engines/findings.ts';
import { withClient } from '../rig.ts';
import { FINDINGS } from './findings.ts';

/** Roles of processes that never decide a result. */
const OTHERS = ['app', 'gateway', 'admin', 'worker', 'feed', 'audit', 'custody'] as const;

/** Writes the end of some bet. */
const INSERT = `
  insert into seconds_settlement
  select (jsonb_populate_record(s, jsonb_build_object('bet', s.bet + 1, 'id', s.id + 1))).* from seconds_settlement s limit 1`;

/** Ways to change a result that no role but the engine's may use. */
const BY_OTHERS: Readonly<Record<string, string>> = {
  'a new result': INSERT,
  'another status': `update seconds_bet set status = 'void' where id = (select bet from seconds_settlement limit 1)`,
  'another day': 'update seconds_day set losses = losses + 1',
  'another chain': `update seconds_market set chain_hash = repeat('0', 64)`,
};

/** Ways that nobody may use, the engine included. */
const BY_ANYBODY: Readonly<Record<string, string>> = {
  'another result': `update seconds_settlement set outcome = 'void'`,
  'no result': 'delete from seconds_settlement',
  'a second result': 'insert into seconds_settlement select * from seconds_settlement limit 1',
  'another end of an ended bet': `update seconds_bet set status = 'void' where status = 'settled'`,
};

const NO_RIGHT = '42501';

/**
 * Tries to write results as each role, in transactions that are rolled back. Other roles must lack the right itself; a
 * table that refuses the row for another reason has let them in.
 */
export async function probeRights(database: FreshDatabase, findings: Findings): Promise<void> {
  for (const role of OTHERS)
    for (const [name, code] of await attempt(database, role, { ...BY_OTHERS, ...BY_ANYBODY }))
      if (code !== NO_RIGHT) findings.add(FINDINGS.writable, `${role} may write ${name}`);
  for (const [name, code] of await attempt(database, 'engine', BY_ANYBODY))
    if (code === undefined) findings.add(FINDINGS.writable, `the engine can write ${name}`);
}

type Role = Parameters<FreshDatabase['urlOf']>[0];

/** Returns the error code of each statement; undefined if it was done. */
async function attempt(database: FreshDatabase, role: Role, ways: Readonly<Record<string, string>>) {
  const codes = new Map<string, string | undefined>();
  await withClient(database.urlOf(role), async (client) => {
    for (const [name, statement] of Object.entries(ways)) {
      await client.query('begin read write'); // Some roles only read by default, which they could change.
      const refusal = await client.query(statement).then(
        () => undefined,
        ({ code }: { readonly code: string }) => code,
      );
      codes.set(name, refusal);
      await client.query('rollback');
    }
  });
  return codes;
}
