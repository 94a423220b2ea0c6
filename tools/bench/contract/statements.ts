import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import type { TrialOptions } from '../../trial/trial.ts';
import { readStatements } from '../orders/cpu.ts';
import type { Arena } from '../spot/testbed.ts';
import { openPostgres } from '../spot/testbed.ts';

type Options = Pick<TrialOptions, 'statements' | 'print'>;

/** Starts a server that counts what each statement costs, if that is wanted. */
export const openCounting = ({ statements }: Options): Promise<PrivatePostgres> =>
  openPostgres(statements ? { shared_preload_libraries: 'pg_stat_statements' } : {});

/** Begins to count. Returns what prints the statements that took longest since then. */
export async function countStatements(
  { root }: Pick<Arena, 'root'>,
  { statements, print }: Options,
): Promise<() => Promise<void>> {
  if (!statements) return async () => {};
  await root.query('create extension if not exists pg_stat_statements');
  await root.query('select pg_stat_statements_reset()');
  return async () => {
    for (const { role, query, calls, ms } of await readStatements(root))
      print(`  ${ms.toFixed(0)} ms, ${(ms / calls).toFixed(2)} each: ${role} ${query.slice(0, 140)}`);
  };
}
