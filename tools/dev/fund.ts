import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fundAccounts, roleUrl } from '@app/testkit';
import pg from 'pg';
import { dataFolder } from '../services/places.ts';
import { readSupervisorState } from '../services/supervisor.ts';
import { DATABASE, REPOSITORY } from './processes.ts';

/**
 * `npm run dev:fund <email>`: gives a user of the development database real money on spot, and the house something to
 * offer in BTC/USDT. For `npm run dev -- --venue`, while it runs.
 */
const USER_USDT = '20000';
const HOUSE = { BTC: '100', USDT: '5000000' };

const email = process.argv[2] ?? '';
const running = readSupervisorState(dataFolder('development'));
if (running === undefined) throw new Error('npm run dev -- --venue is not running');
const { postgres } = running.urls;
const client = new pg.Client({ connectionString: roleUrl(postgres, 'postgres', DATABASE) });
await client.connect();
const { rows } = await client.query<{ id: string }>('select id from user_account where email = $1', [email]);
await client.end();
const [user] = rows;
if (user === undefined) throw new Error(`nobody has registered as ${email}; usage: npm run dev:fund <email>`);
await fundAccounts({ urlOf: (role) => roleUrl(postgres, role, DATABASE) }, 'real', [
  { userId: BigInt(user.id), kind: 'exchange', currency: 'USDT', amount: USER_USDT },
]);
console.log(`${email}: ${USER_USDT} USDT of real money on spot`);
for (const [currency, amount] of Object.entries(HOUSE)) {
  const payment = {
    mode: 'real',
    account: 'house_ladder:BTC/USDT',
    currency,
    amount,
    ref: `dev ${currency}`,
    reason: 'development',
  };
  const args = Object.entries(payment).flatMap(([name, value]) => [`--${name}`, value]);
  const env = { DEPLOYMENT: 'development', DATABASE_URL: roleUrl(postgres, 'migrate', DATABASE), LOG_LEVEL: 'warn' };
  execFileSync(process.execPath, [join(REPOSITORY, 'apps/server/src/bin/capital.ts'), ...args], {
    env,
    stdio: 'inherit',
  });
}
