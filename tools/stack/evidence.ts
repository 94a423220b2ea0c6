import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Stack } from './stack.ts';

/** Log events of a process that found a defect of its own, whatever the load. */
const DEFECTS = ['"http.request_failed"', '"process.uncaught"'];
const BREACHES = 'select invariant, detail::text as detail from ledger_breach limit 3';

/**
 * Returns what shows that the product on this stack is at fault, a line each: a process that ended by itself, an answer
 * `internal`, an uncaught error, a breach of the ledger.
 */
export async function findDefects({ processes, folder, ownerUrl }: Stack): Promise<string[]> {
  const ended = processes.filter(({ pid }) => !isAlive(pid())).map(({ name }) => `the process ${name} ended by itself`);
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  const logged = logs.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => DEFECTS.some((event) => line.includes(event)))
      .map((line) => `${name}: ${line}`),
  );
  return [...ended, ...logged, ...(await readBreaches(ownerUrl))];
}

function isAlive(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function readBreaches(url: string): Promise<string[]> {
  const client = new pg.Client(url);
  try {
    await client.connect();
    const { rows } = await client.query<{ invariant: string; detail: string }>(BREACHES);
    return rows.map(({ invariant, detail }) => `breach of ${invariant}: ${detail}`);
  } catch (error) {
    return [`the ledger could not be asked for breaches: ${String(error)}`];
  } finally {
    await client.end().catch(() => {});
  }
}
