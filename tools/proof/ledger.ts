import { move, type Transfer, userAccount } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import { AUDIT_REASONS } from '@app/server/bin/worker-features';
import { audit, type Breach, replay } from '@app/server/modules/ledger';
import { type Db, openDatabase } from '@app/server/platform/db/database';
import { transactOn } from '@app/server/platform/db/transact';
import { openLog } from '@app/server/platform/process/log';
import { guarantee, judge, timed } from '../trial/aims.ts';
import { seeded } from '../trial/random.ts';
import type { Trial, Verdict } from '../trial/trial.ts';
import { type Testbed, withTestbed } from './testbed.ts';

const USERS = 2_000;

/** Runs the auditor over a generated load or, given a URL, over the reader's database. */
export const ledger: Trial = {
  name: 'ledger',
  claim: 'Every balance adds up: A1–A6, A8, A13, A15 incrementally in at most 2 s a run, A14 by a full replay.',
  touches: [
    'apps/server/src/modules/ledger/',
    'apps/server/src/platform/',
    'packages/domain/src/ledger/',
    'packages/money/',
  ],
  seconds: 6,
  isMoney: true,
  run: ({ args, short, seed, print }) => {
    const [url] = args;
    if (url !== undefined) return auditAddress(url);
    return withTestbed('proof-ledger', async (testbed) => {
      const posted = await load(testbed, short ? 20 : 400, seeded(seed));
      print(`${posted} transfers of up to ${USERS} users posted`);
      return await auditAll(testbed.as('worker').db, posted);
    });
  },
};

async function auditAddress(url: string): Promise<Verdict> {
  const { db, close } = openDatabase({ url }, openLog('proof', 'silent'));
  try {
    return await auditAll(db);
  } finally {
    await close();
  }
}

const AUDIT_MS_AIM = 2_000;
const nothing = () => Promise.resolve();

async function auditAll(db: Db, posted?: number): Promise<Verdict> {
  const report = await audit(db, nothing, AUDIT_REASONS);
  if (report === undefined) return { holds: false, figure: 'another auditor is at work' };
  const startedMs = performance.now();
  const found: readonly Breach[] = [...report.breaches, ...(await replay(db))];
  const replayMs = Math.round(performance.now() - startedMs);
  const about = posted === undefined ? '' : `${posted} transfers, `;
  const first = found[0] === undefined ? '' : ` (first: ${found[0].invariant} ${found[0].detail})`;
  const lines = [
    guarantee(`${found.length} breaches${first}`, found.length === 0),
    timed('incremental audit', report.tookMs, AUDIT_MS_AIM),
  ];
  return judge(lines, `${about}${found.length} breaches, incremental ${report.tookMs} ms, full replay ${replayMs} ms`);
}

async function load(testbed: Testbed, batches: number, random: (end: number) => number): Promise<number> {
  for (let user = 1; user <= 20; user++) await testbed.fund(BigInt(user), 'exchange', '1000000');
  const accounts = Array.from({ length: USERS }, (_, n) => userAccount(BigInt(n + 1), 'exchange', 'USDT'));
  await testbed.ledger.open(testbed.app.db, 'real', accounts);
  const transact = transactOn(testbed.as('engine').db);
  const amount = parseDecimal<Amount>('0.000000000000000001');
  const pick = (end: number) => accounts[random(end)] ?? accounts[0]; // `end` is within the list.
  for (let batch = 0; batch < batches; batch++) {
    const transfers = Array.from({ length: 250 }, (_, n): Transfer => {
      const from = pick(20) as (typeof accounts)[number]; // Both exist.
      const to = pick(USERS) as (typeof accounts)[number];
      return { kind: 'spot.fill', ref: `${batch}:${n}`, mode: 'real', entries: move(amount, from, to) };
    });
    await transact((tx) => testbed.ledger.post(tx, transfers));
  }
  return batches * 250;
}
