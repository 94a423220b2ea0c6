import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type Role, roleUrl } from '@app/testkit';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** A product of the journey's own, for one that needs other prices or processes than those all journeys share. */
export type OwnStack = {
  readonly edgeUrl: string;
  readonly mailsUrl: string;
  readonly database: { urlOf(role: Role): string };
  /** Pays the operator's capital into an account, as `npm run capital` does. */
  payCapital(account: string, currency: string, amount: string): Promise<void>;
  stop(): Promise<void>;
};

export async function startOwnStack(environment: Readonly<Record<string, string>>): Promise<OwnStack> {
  const shape = { apis: 1, gateways: 1, feeds: 1, engines: 1, environment };
  const program = resolve(REPOSITORY, 'tools/stack/cli.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(shape)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>, // One line of text.
    exited.then(([code]) => {
      throw new Error(`the stack ended with ${code}`);
    }),
  ]);
  const { edgeUrl, mailsUrl, databaseUrl } = JSON.parse(line) as Record<string, string>; // Written by tools/stack/cli.ts.
  const admin = databaseUrl ?? '';
  const database = { urlOf: (role: Role) => roleUrl(admin, role, new URL(admin).pathname.slice(1)) };
  return {
    edgeUrl: edgeUrl ?? '',
    mailsUrl: mailsUrl ?? '',
    database,
    payCapital: async (account, currency, amount) => {
      const payment = { mode: 'real', account, currency, amount, ref: `${account} ${currency}`, reason: 'a journey' };
      const args = Object.entries(payment).flatMap(([name, value]) => [`--${name}`, value]);
      const env = { DEPLOYMENT: 'development', DATABASE_URL: database.urlOf('migrate') };
      await promisify(execFile)(process.execPath, [resolve(REPOSITORY, 'apps/server/src/bin/capital.ts'), ...args], {
        env,
      });
    },
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
