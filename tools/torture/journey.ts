import { setTimeout as pause } from 'node:timers/promises';
import { type Stack, startStack } from '../stack/stack.ts';
import { seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { newKey, openDemoUser, sendUntilKnown } from './journey-client.ts';
import { withClient } from './rig.ts';

const USERS = 6;

type Log = { readonly acknowledged: Set<string>; readonly refused: Set<string>; repeated: number };

/**
 * Runs transfers over HTTP while processes and services are killed: acknowledged and actual transfers must be the same.
 */
export const journey: Trial = {
  name: 'journey',
  claim: 'kills of api, gateway, NATS and Redis lose no acknowledged transfer and repeat none',
  touches: [
    'apps/server/src/modules/auth/',
    'apps/server/src/modules/ledger/',
    'apps/server/src/modules/wallet/',
    'apps/server/src/edge/',
    'apps/server/src/gateway/',
    'apps/server/src/platform/',
    'apps/server/src/bin/',
  ],
  seconds: 80,
  isMoney: true,
  needsOwnChange: true,
  run: async ({ short, seed, print }) => {
    const stack = await startStack('journey', { apis: 2, gateways: 2 });
    try {
      const users = await Promise.all(Array.from({ length: USERS }, (_, n) => openDemoUser(stack, `journey-${n}`)));
      const log: Log = { acknowledged: new Set(), refused: new Set(), repeated: 0 };
      const stopping = new AbortController();
      const load = users.map((user) => keepMoving(stack, user.token, log, stopping.signal));
      const kills = await killEverything(stack, short ? 1 : 10, seeded(seed));
      stopping.abort();
      await Promise.all(load);
      const taps = await tapTenTimes(stack, users[0]?.token ?? '');
      const truth = await compare(stack, log);
      print(`${log.repeated} requests had to be repeated; ten taps made ${taps} transfer(s)`);
      const figure = `${kills} kills, ${log.acknowledged.size} acknowledged, ${truth.lost} lost, ${truth.unasked} unasked, ${truth.twice} twice, ${taps} transfer by ten taps`;
      return { holds: truth.lost + truth.unasked + truth.twice === 0 && taps === 1 && log.repeated > 0, figure };
    } finally {
      await stack.stop();
    }
  },
};

async function keepMoving(stack: Stack, token: string, log: Log, signal: AbortSignal): Promise<void> {
  for (let index = 0; !signal.aborted; index++) {
    const [from, to] = index % 2 === 0 ? ['wallet', 'exchange'] : ['exchange', 'wallet'];
    const key = newKey();
    const fields = { from_field: from ?? '', to_field: to ?? '', currency: 'USDT', number: '1' };
    const headers = { authorization: token, 'idempotency-key': key };
    const answer = await sendUntilKnown(`${stack.edgeUrl}/api/wallet/change`, fields, headers);
    if (answer.tries > 1) log.repeated += 1;
    (answer.kind === 'ok' ? log.acknowledged : log.refused).add(key);
  }
}

/** Kills all parts one after another, at random moments. */
async function killEverything(stack: Stack, rounds: number, random: (end: number) => number): Promise<number> {
  const parts = [
    ...stack.processes
      .filter(({ name }) => name === 'api' || name === 'gateway')
      .map((it) => () => it.killAndRestart()),
    () => stack.killService('nats'),
    () => stack.killService('redis'),
  ];
  // Two APIs and two gateways alternate, so that each kind is killed `rounds` times.
  const first = random(2);
  const alternate = Array.from({ length: rounds }, (_, n) => (first + n) % 2);
  const turns = alternate.flatMap((which) => [parts[which], parts[2 + which], parts[4], parts[5]]);
  for (const kill of turns) {
    await pause(100 + random(300));
    await kill?.();
  }
  return turns.length;
}

/** Simulates repeated taps: one intent, ten requests, one idempotency key. */
async function tapTenTimes(stack: Stack, token: string): Promise<number> {
  const fields = { from_field: 'wallet', to_field: 'seconds', currency: 'USDT', number: '1' };
  const headers = { authorization: token, 'idempotency-key': newKey() };
  const taps = Array.from({ length: 10 }, () => sendUntilKnown(`${stack.edgeUrl}/api/wallet/change`, fields, headers));
  const answers = await Promise.all(taps);
  const ids = new Set(answers.map(({ data }) => String(data.id)));
  const rows = await query(stack, `select count(*)::int as n from wallet_change where to_kind = 'seconds'`);
  return ids.size === 1 ? Number(rows[0]?.n) : ids.size;
}

/** Compares the log with the ledger's refs (`<user>:<key>`) in independent SQL, without product code. */
async function compare(stack: Stack, log: Log) {
  const rows = await query(
    stack,
    `select split_part(t.ref, ':', 2) as key, count(*)::int as n, count(*) filter (where e.entries = 2)::int as whole
       from ledger_transfer t join lateral (select count(*) as entries from ledger_entry e where e.transfer = t.id) e on true
      where t.kind = 'wallet.change' group by 1`,
  );
  const posted = new Map(rows.map((row) => [String(row.key), row]));
  const taps = await query(stack, `select count(*)::int as n from wallet_change where to_kind = 'seconds'`);
  return {
    lost: [...log.acknowledged].filter((key) => posted.get(key)?.whole !== 1).length,
    unasked: [...posted.keys()].filter((key) => !log.acknowledged.has(key)).length - Number(taps[0]?.n),
    twice: rows.filter(({ n }) => n !== 1).length,
  };
}

const query = (stack: Stack, text: string): Promise<Record<string, unknown>[]> =>
  withClient(stack.database.urlOf('postgres'), async (client) => (await client.query(text)).rows);
