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
  /** Where staff open the back office, in a stack that serves it. */
  readonly adminUrl: string;
  readonly apiUrls: readonly string[];
  readonly mailsUrl: string;
  /** Undefined without a chain. */
  readonly chain?: { readonly url: string; readonly usdt: `0x${string}` } | undefined;
  readonly database: { urlOf(role: Role): string };
  /** Pays the operator's capital into an account, as `npm run capital` does. */
  payCapital(account: string, currency: string, amount: string): Promise<void>;
  stop(): Promise<void>;
};

type Shape = { readonly apis?: number; readonly engines?: number; readonly chain?: boolean; readonly admin?: boolean };
type Urls = Pick<OwnStack, 'edgeUrl' | 'adminUrl' | 'apiUrls' | 'mailsUrl' | 'chain'> & {
  readonly databaseUrl: string;
};

/** Starts a stack with an environment, settings of the product by key, and other processes than usual. */
export async function startOwnStack(
  environment: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, unknown>> = {},
  processes: Shape = {},
): Promise<OwnStack> {
  const shape = { apis: 1, gateways: 1, feeds: 1, engines: 1, ...processes, environment, settings };
  const program = resolve(REPOSITORY, 'tools/stack/cli.ts');
  const child = spawn(process.execPath, [program, JSON.stringify(shape)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>, // One line of text.
    exited.then(([code]) => {
      throw new Error(`the stack ended with ${code}`);
    }),
  ]);
  const { databaseUrl: admin, ...urls } = JSON.parse(line) as Urls; // Written by tools/stack/cli.ts.
  const database = { urlOf: (role: Role) => roleUrl(admin, role, new URL(admin).pathname.slice(1)) };
  return {
    ...urls,
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
