import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type ConversionAnswer, checkConversion, readConversion } from '@app/verifier';
import { type Stack, startStack } from '../stack/stack.ts';
import type { Trial } from '../trial/trial.ts';
import { auditBooks } from './ack-audit.ts';
import { BTC, type Caller, quote, quoteMany, send, type Taken, USDT, use } from './convert/quotes.ts';
import { demand, newKey, openDemoUser } from './journey-client.ts';
import { queryStack } from './rig.ts';

/** Attempts of each of the three kinds, all at once, on one balance that covers a third of them. */
const EACH = 100;
/** CI shares its machine: all transactions of a race wait for one account, one after the other. */
const EACH_SHORT = 30;
const EXPIRED = 20;
/** A locked rate must outlast the quoting of all; the published ten seconds are for people. */
const LOCK_SECONDS = 60;
const SEALED_MS_MAX = 30_000;

/** Conversions, transfers and orders race for one balance: what is accepted is exactly what it covers. */
export const convertTorture: Trial = {
  name: 'convert',
  claim: `of ${3 * EACH} conversions, transfers and orders at once on one balance exactly as many are accepted as it covers; expired and used quotes are refused, and every receipt verifies`,
  touches: [
    'apps/server/src/modules/convert/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/proof/',
    'packages/domain/src/convert/',
    'packages/verifier/',
  ],
  seconds: 60,
  rig: 'one balance',
  isMoney: true,
  run: async ({ short, print }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-convert-'));
    const flag = join(folder, 'broken');
    const program = pathToFileURL(join(import.meta.dirname, 'convert/fault-program.ts')).href;
    const environment = { TORTURE_CONVERT_FAULT: flag, NODE_OPTIONS: `--import=${program}` };
    const stack = await startStack('convert', { apis: 2, gateways: 1, feeds: 1, engines: 1, environment });
    try {
      const { token, userId } = await openDemoUser(stack, 'convert');
      const caller = { stack, token };
      await setTerms(stack, LOCK_SECONDS);
      const races = [];
      for (let round = 0; round < (short ? 1 : 3); round++)
        races.push(await race(caller, userId, short ? EACH_SHORT : EACH));
      const used = await useOneQuoteTenTimes(caller);
      const receipts = await verifyAll(stack, userId);
      const expired = await useExpired(caller);
      const books = await auditBooks(stack.database.urlOf('postgres'));
      // The same checks on a server that ignores the clock and pays a digit too much must fail.
      writeFileSync(flag, '');
      const brokenExpired = await useExpired(caller);
      await setTerms(stack, LOCK_SECONDS);
      await convertOnce(caller);
      const brokenReceipts = await verifyAll(stack, userId);
      const isBlind = brokenExpired === 0 || brokenReceipts.wrong.length === 0;
      for (const race of races) print(race.text);
      for (const wrong of [...receipts.wrong.slice(0, 5), ...books.keys()]) print(`wrong: ${wrong}`);
      if (isBlind) print('THE RIG IS BLIND: it does not see a server that ignores expiry or pays too much');
      const isRight = races.every(({ holds }) => holds) && used === 1 && expired === 0 && books.size === 0;
      const figure = `${races.map(({ figure }) => figure).join('; ')}; one quote ten times: ${used}; expired accepted: ${expired} of ${EXPIRED}; ${receipts.count - receipts.wrong.length} of ${receipts.count} receipts verified; broken: ${brokenExpired} expired accepted, ${brokenReceipts.wrong.length} receipts found`;
      return { holds: isRight && receipts.wrong.length === 0 && receipts.count > 0 && !isBlind, figure };
    } finally {
      await stack.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const must = ({ stack, token }: Caller, path: string, fields: Record<string, string>) =>
  demand(stack.edgeUrl, path, fields, token);

const onExchange = (number: string): Taken => ({ account: 'exchange', number });

/** A resting order far below the market, whose hold is the unit of the race. */
async function orderFields(caller: Caller): Promise<Record<string, string>> {
  await quote(caller, onExchange('10')); // There are prices.
  const price = await queryStack(
    caller.stack,
    `select (from_price / to_price) as rate, to_price from convert_quote order by id desc limit 1`,
  );
  const target = String(Math.floor(Number(price[0]?.to_price) * 0.7)); // Within the band of limit prices.
  return { currency_id: BTC, legal_id: USDT, type: 'buy', target_price: target, amount: '0.0002' };
}

/** Races all three kinds for a balance that covers some of them, each taking the same amount. */
async function race(caller: Caller, userId: string, each: number) {
  await move(caller, 'wallet', 'exchange', '1000');
  const order = await orderFields(caller);
  const { id } = await must(caller, '/coin/trade', order);
  const unit = await frozenOf(caller.stack, userId);
  await cancelAll(caller, [String(id)]);
  await emptyExchange(caller, userId);
  const balance = await decimal(caller.stack, `${unit}::numeric * ${each}`);
  await move(caller, 'wallet', 'exchange', balance);
  const quotes = await quoteMany(caller, onExchange(unit), each);
  const attempts = quotes.flatMap((it) => [
    () => use(caller, it, unit),
    () =>
      send(caller, '/wallet/change', { from_field: 'exchange', to_field: 'wallet', currency: 'USDT', number: unit }),
    () => send(caller, '/coin/trade', order),
  ]);
  const answers = await Promise.all(attempts.map((attempt) => attempt()));
  const accepted = [0, 1, 2].map((kind) => answers.filter((it, at) => at % 3 === kind && it.kind === 'ok').length);
  const refusals = new Set(answers.flatMap(({ kind, code }) => (kind === 'ok' ? [] : [code])));
  const [left] = await queryStack(
    caller.stack,
    `select available, frozen from ledger_account where owner = 'user:${userId}' and kind = 'exchange' and currency = 'USDT' and book = 'demo'`,
  );
  const total = accepted.reduce((sum, n) => sum + n, 0);
  const frozen = await decimal(caller.stack, `${left?.frozen}::numeric - ${unit}::numeric * ${accepted[2]}`);
  const orders = answers.flatMap(({ kind, data }, at) => (at % 3 === 2 && kind === 'ok' ? [String(data.id)] : []));
  await cancelAll(caller, orders);
  await emptyExchange(caller, userId);
  return {
    holds:
      total === each &&
      Number(left?.available) === 0 &&
      Number(frozen) === 0 &&
      [...refusals].join() === 'insufficient_balance',
    figure: `${total} of ${answers.length} accepted, ${each} covered (${accepted.join('/')})`,
    text: `each took ${unit} USDT; left ${left?.available} available; refused as ${[...refusals].join(', ')}`,
  };
}

const move = (caller: Caller, from: string, to: string, number: string) =>
  must(caller, '/wallet/change', { from_field: from, to_field: to, currency: 'USDT', number });

/** Returns everything in the exchange account to the wallet, so that the next race starts from nothing. */
async function emptyExchange(caller: Caller, userId: string): Promise<void> {
  const [row] = await queryStack(
    caller.stack,
    `select trim_scale(available)::text as available from ledger_account
      where owner = 'user:${userId}' and kind = 'exchange' and currency = 'USDT' and book = 'demo'`,
  );
  if (Number(row?.available) > 0) await move(caller, 'exchange', 'wallet', String(row?.available));
}

async function cancelAll({ stack, token }: Caller, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const headers = { authorization: token, 'idempotency-key': newKey() };
    const init = { method: 'PUT', headers, body: new URLSearchParams({ id }) };
    const response = await fetch(`${stack.edgeUrl}/api/coin/trade`, init);
    if (!response.ok) throw new Error(`an order was not cancelled: ${await response.text()}`);
  }
}

/** Ten intents with one quote: one of them converts. */
async function useOneQuoteTenTimes(caller: Caller): Promise<number> {
  await move(caller, 'wallet', 'exchange', '200');
  const quoted = await quote(caller, onExchange('10'));
  const answers = await Promise.all(Array.from({ length: 10 }, () => use(caller, quoted, '10')));
  return answers.filter(({ kind }) => kind === 'ok').length;
}

async function convertOnce(caller: Caller): Promise<void> {
  const { kind, code } = await use(caller, await quote(caller, onExchange('10')), '10');
  if (kind !== 'ok') throw new Error(`not converted: ${code}`);
}

/** Uses quotes after their time; returns how many were accepted. */
async function useExpired(caller: Caller): Promise<number> {
  await move(caller, 'wallet', 'exchange', '200');
  await setTerms(caller.stack, 1);
  const quotes = await Promise.all(Array.from({ length: EXPIRED }, () => quote(caller, onExchange('2'))));
  await pause(1_300);
  const answers = await Promise.all(quotes.map((it) => use(caller, it, '2')));
  return answers.filter(({ kind }) => kind === 'ok').length;
}

/** Verifies the receipt of every conversion once a block has sealed it. */
async function verifyAll(stack: Stack, userId: string): Promise<{ count: number; wrong: readonly string[] }> {
  const rows = await queryStack(stack, `select id from conversion where user_id = ${userId}`);
  const wrong: string[] = [];
  for (const { id } of rows) {
    const answer = await readSealed(stack, String(id));
    const { isAwaited, ...found } = await checkConversion(readConversion(answer, { id: String(id) }));
    const names = Object.values(found).flat();
    if (isAwaited || names.length > 0) wrong.push(`${id}: ${names.join(', ') || 'not sealed'}`);
  }
  return { count: rows.length, wrong };
}

async function readSealed({ edgeUrl }: Stack, id: string): Promise<ConversionAnswer> {
  for (const endMs = performance.now() + SEALED_MS_MAX; ; await pause(200)) {
    const { data } = (await (await fetch(`${edgeUrl}/api/plus/verify?id=${id}`)).json()) as { data: ConversionAnswer }; // Our own API.
    if (data.seal !== null || performance.now() > endMs) return data;
  }
}

/** Publishes new terms, and waits until every process has read them. */
async function setTerms(stack: Stack, lockSeconds: number): Promise<void> {
  await queryStack(
    stack,
    `insert into setting (key, version, value, set_by, approved_by, reason)
     select 'convert.terms', coalesce(max(version), 0) + 1, '{"spread_rate":"0.002","lock_seconds":${lockSeconds}}', 'rig', '{rig}', 'rig'
       from setting where key = 'convert.terms'`,
  );
  await pause(1_200);
}

const frozenOf = async (stack: Stack, userId: string): Promise<string> => {
  const [row] = await queryStack(
    stack,
    `select trim_scale(frozen)::text as frozen from ledger_account
      where owner = 'user:${userId}' and kind = 'exchange' and currency = 'USDT' and book = 'demo'`,
  );
  return String(row?.frozen);
};

const decimal = async (stack: Stack, sum: string): Promise<string> =>
  String((await queryStack(stack, `select trim_scale(${sum})::text as value`))[0]?.value);
