import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fundAccounts } from '@app/testkit';
import { startLocalVenue } from '@app/testkit/venue';
import { REPOSITORY } from '../dev/processes.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { auditBooks } from './ack-audit.ts';
import { BTC, type Caller, quote, quoteMany, send, USDT, use } from './convert/quotes.ts';
import { type Answer, demand, newKey, openUser } from './journey-client.ts';
import { queryStack } from './rig.ts';

/** What each request of an account takes. An order's hold is somewhat more than its price. */
const UNIT = '20';
const ORDER = { currency_id: BTC, legal_id: USDT, type: 'buy', target_price: '44800', amount: '0.0005' };
/** Requests of each kind that want money of one account, and how many of them its balance covers. */
type Race = { readonly account: 'wallet' | 'exchange' | 'seconds'; readonly covered: number; readonly kinds: Kinds };
type Kinds = Readonly<Partial<Record<'withdraw' | 'transfer' | 'convert' | 'order' | 'bet', number>>>;
const RACES: readonly Race[] = [
  { account: 'wallet', covered: 40, kinds: { withdraw: 60, transfer: 30, convert: 30 } },
  { account: 'exchange', covered: 30, kinds: { transfer: 30, convert: 30, order: 30 } },
  { account: 'seconds', covered: 30, kinds: { transfer: 30, bet: 60 } },
];
const REQUESTS = RACES.flatMap(({ kinds }) => Object.values(kinds)).reduce((sum, n) => sum + n, 0);
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Everything that spends a user's money at once, over HTTP, in real mode. */
export const spendingTorture: Trial = {
  name: 'spending',
  claim: `of ${REQUESTS} withdrawals, transfers, conversions, orders and bets of one user at once, exactly as many are accepted as each account covers`,
  touches: [
    'apps/server/src/modules/convert/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/seconds/',
    'apps/server/src/modules/wallet/',
    'apps/server/src/modules/withdrawal/',
  ],
  seconds: 60,
  rig: 'one balance',
  isMoney: true,
  run: async ({ print, seed }) => {
    const venue = await startLocalVenue({ prices: { 'BTC/USDT': '64000' } });
    const stack = await startStack('spending', {
      apis: 2,
      gateways: 1,
      feeds: 1,
      engines: 1,
      chain: true,
      environment: { FEED_SOURCES: 'local', LOCAL_VENUE_URL: venue.url },
      settings: {
        'product.withdraw': { open: true, except: [] },
        'product.seconds': { open: true, except: [] },
        'convert.terms': { spread_rate: '0.002', lock_seconds: 60 }, // A locked rate outlasts the quoting of all.
      },
    });
    try {
      await payCapital(stack);
      const user = { stack, ...(await openUser(stack, 'spending')) };
      const payee = await verify(user);
      await quote(user, { account: 'wallet', number: UNIT }); // There are prices.
      const hold = await holdOfOrder(user);
      const prepared = await Promise.all(
        RACES.map((race) => prepare(user, race, { unit: race.account === 'exchange' ? hold : UNIT, payee })),
      );
      const requests = prepared.flatMap(({ race, attempts }) => attempts.map((it) => ({ race, ...it })));
      const below = seeded(seed);
      const mixed = requests
        .map((request) => ({ request, place: below(1_000_000) }))
        .sort((a, b) => a.place - b.place)
        .map(({ request }) => request);
      const answers = await Promise.all(
        mixed.map(async ({ race, kind, attempt }) => ({ race, kind, answer: await attempt() })),
      );
      const found = [];
      for (const { race, unit } of prepared) found.push(await judge(user, race, { unit, answers }));
      const books = await auditBooks(stack.database.urlOf('postgres'));
      for (const { text } of found) print(text);
      for (const wrong of books.keys()) print(`wrong: ${wrong}`);
      return {
        holds: found.every(({ holds }) => holds) && books.size === 0,
        figure: found.map(({ figure }) => figure).join('; '),
      };
    } finally {
      await stack.stop();
      await venue.stop();
    }
  },
};

type User = Caller & { readonly userId: string };
type Kind = keyof Kinds;
type Attempt = { readonly kind: Kind; readonly attempt: () => Promise<Answer> };

/** Pays what the house owes to those who convert and win. */
async function payCapital({ database }: Stack): Promise<void> {
  for (const [account, currency, amount] of [
    ['capital', 'USDT', '100000'],
    ['inventory', 'BTC', '10'],
    ['inventory', 'USDT', '100000'],
  ] as const) {
    const payment = { mode: 'real', account, currency, amount, ref: `${account} ${currency}`, reason: 'a torture' };
    const args = Object.entries(payment).flatMap(([name, value]) => [`--${name}`, value]);
    const env = { DEPLOYMENT: 'development', DATABASE_URL: database.urlOf('migrate') };
    await promisify(execFile)(process.execPath, [join(REPOSITORY, 'apps/server/src/bin/capital.ts'), ...args], { env });
  }
}

/** Gives a user what withdrawals need, as the identity desk and the address book would; returns the address's id. */
async function verify({ stack, userId }: User): Promise<string> {
  await queryStack(
    stack,
    `update user_account set verification = 2, withdrawals_held_until = null, trade_password_sealed = 'x:' || repeat('A', 60)
      where id = ${userId}`,
  );
  await queryStack(
    stack,
    `insert into payee_address (id, user_id, slot, currency, chain, address, ends, name, created_at, changed_at, usable_at)
     values (${userId}, ${userId}, 1, 'USDT', 'ERC20', '${ADDRESS}', 'x', 'Cold wallet', now() - interval '2 days', now() - interval '2 days', now() - interval '1 hour')`,
  );
  return userId;
}

const fund = ({ stack, userId }: User, kind: string, amount: string) =>
  fundAccounts(stack.database, 'real', [{ userId: BigInt(userId), kind, currency: 'USDT', amount }]);

/** Returns what a resting order far below the market holds. */
async function holdOfOrder(user: User): Promise<string> {
  await fund(user, 'exchange', '1000');
  const { id } = await demand(user.stack.edgeUrl, '/coin/trade', ORDER, user.token);
  const { frozen } = await balanceOf(user, 'exchange');
  const headers = { authorization: user.token, 'idempotency-key': newKey() };
  const cancel = { method: 'PUT', headers, body: new URLSearchParams({ id: String(id) }) };
  await fetch(`${user.stack.edgeUrl}/api/coin/trade`, cancel);
  await move(user, 'exchange', (await balanceOf(user, 'exchange')).available);
  return frozen;
}

/** Gives an account exactly what it should cover, and prepares the requests for it. */
async function prepare(user: User, race: Race, { unit, payee }: { unit: string; payee: string }) {
  const [sum] = await queryStack(user.stack, `select trim_scale(${unit}::numeric * ${race.covered})::text as value`);
  await fund(user, race.account, String(sum?.value));
  const attempts: Attempt[] = [];
  for (const [kind, count] of Object.entries(race.kinds) as [Kind, number][]) // Own keys of a literal.
    for (const attempt of await PREPARE[kind](user, { account: race.account, unit, count, payee }))
      attempts.push({ kind, attempt });
  return { race, unit, attempts };
}

type Wanted = {
  readonly account: Race['account'];
  readonly unit: string;
  readonly count: number;
  readonly payee: string;
};
type Prepare = (user: User, wanted: Wanted) => Promise<readonly Attempt['attempt'][]>;

const times = (count: number, attempt: Attempt['attempt']) => Array.from({ length: count }, () => attempt);

const PREPARE: Readonly<Record<Kind, Prepare>> = {
  withdraw: async (user, { unit, count, payee }) => {
    const fields = { currency: 'USDT', chain: 'ERC20', address_id: payee, amount: unit };
    const opening = { path: '/wallet/out', fields: JSON.stringify(fields) };
    const opened = await Promise.all(
      Array.from({ length: count }, () => demand(user.stack.edgeUrl, '/plus/step-up', opening, user.token)),
    );
    // As if the trade password and the mailed code had been typed for each.
    await queryStack(user.stack, `update step_up set proven = '{trade_password,code}' where user_id = ${user.userId}`);
    return opened.map(
      ({ challenge }) =>
        () =>
          send(user, '/wallet/out', { ...fields, challenge: String(challenge) }),
    );
  },
  convert: async (user, { account, unit, count }) => {
    if (account === 'seconds') throw new Error('nothing is converted there');
    const quotes = await quoteMany(user, { account, number: unit }, count);
    return quotes.map((it) => () => use(user, it, unit));
  },
  transfer: (user, { account, unit, count }) => {
    const fields = { from_field: account, to_field: 'contract', currency: 'USDT', number: unit };
    return Promise.resolve(times(count, () => send(user, '/wallet/change', fields)));
  },
  order: (user, { count }) => Promise.resolve(times(count, () => send(user, '/coin/trade', ORDER))),
  bet: (user, { unit, count }) => {
    const fields = { match_id: '1', currency_name: 'USDT', type: '1', seconds: '300', number: unit };
    return Promise.resolve(times(count, () => send(user, '/microtrade/submit', fields)));
  },
};

type Answered = { readonly race: Race; readonly kind: Kind; readonly answer: Answer };

/** Why a request may be refused here: nothing is left, or, on a busy machine, the price is too old to trade at. */
const HONEST = ['insufficient_balance', 'price_stale'];

/** Compares what was accepted with what the account covered, and with what is left on it. */
async function judge(user: User, race: Race, { unit, answers }: { unit: string; answers: readonly Answered[] }) {
  const own = answers.filter((it) => it.race === race);
  const accepted = own.filter(({ answer }) => answer.kind === 'ok');
  const codes = new Set(own.flatMap(({ answer }) => (answer.kind === 'ok' ? [] : [answer.code])));
  const counts = Object.keys(race.kinds).map((kind) => `${accepted.filter((it) => it.kind === kind).length} ${kind}`);
  const { available } = await balanceOf(user, race.account);
  return {
    holds:
      accepted.length === race.covered && Number(available) === 0 && [...codes].every((code) => HONEST.includes(code)),
    figure: `${race.account}: ${accepted.length} of ${own.length} accepted, ${race.covered} covered (${counts.join(', ')}), ${available} left, refused as ${[...codes].join(', ')}`,
    text: `${race.account}: each took ${unit} USDT; ${available} left; refused as ${[...codes].join(', ')}`,
  };
}

const move = ({ stack, token }: User, from: string, number: string) =>
  demand(stack.edgeUrl, '/wallet/change', { from_field: from, to_field: 'contract', currency: 'USDT', number }, token);

async function balanceOf({ stack, userId }: User, kind: string): Promise<{ available: string; frozen: string }> {
  const [row] = await queryStack(
    stack,
    `select trim_scale(available)::text as available, trim_scale(frozen)::text as frozen from ledger_account
      where owner = 'user:${userId}' and kind = '${kind}' and currency = 'USDT' and book = 'real'`,
  );
  return { available: String(row?.available), frozen: String(row?.frozen) };
}
