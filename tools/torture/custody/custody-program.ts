import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@app/server/platform/db/database';
import { runCandidate } from '@app/server/platform/db/leadership';
import { Fenced } from '@app/server/platform/db/lease';
import { transactOn } from '@app/server/platform/db/transact';
import { claimWriter } from '@app/server/platform/db/writer';
import { openLog } from '@app/server/platform/process/log';
import { patchSources } from '../source-patch.ts';
import { CHAIN, type Death, FASTER, FAULTS, type Plan, type Report, WORDS } from './terms.ts';

/**
 * Custody of the rig: `node custody-program.ts <plan as JSON>`. It loads everything, waits for the message that says where
 * it dies, and works until it is killed or kills itself at a step.
 */
const plan = JSON.parse(process.argv[2] ?? '') as Plan; // By the rig.
process.once('disconnect', () => process.exit()); // The rig is gone.

patchSources([...FASTER, ...(plan.fault === undefined ? [] : FAULTS[plan.fault].patches)]);
const custody = await import('@app/server/modules/custody');
const { createWatch } = await import('@app/server/modules/deposit');
const { createLedger } = await import('@app/server/modules/ledger');
const { createReconciler } = await import('@app/server/modules/reconciliation');
const { createSender } = await import('@app/server/modules/withdrawal');
const { createSettings } = await import('@app/server/modules/reference');
const { createSweeper } = await import('@app/server/modules/sweep');

const [{ death }] = (await once(process, 'message')) as [{ death?: Death }]; // By the rig.

const ROUND_EVERY_MS = 20;
const NODE_MS_MAX = 2_000;
const log = openLog('custody', 'silent');
const { db } = openDatabase({ url: plan.url, connectionsMax: 1, name: 'custody' }, log);
const reads = openDatabase({ url: plan.url, connectionsMax: 3, name: 'custody-reads' }, log);
const nextId = await claimWriter(db);
let turns = 0;

const report = (it: Report) => new Promise<void>((resolve) => process.send?.(it, () => resolve()));

const endAt =
  (part: string) =>
  async (name: string): Promise<void> => {
    const step = `${part} ${name}`;
    if (death?.steps.includes(step) !== true || ++turns < death.turn) return;
    await report({ diesAt: step });
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {}); // The signal may be delayed; execution stops here.
  };
const deps = {
  db: reads.db,
  transact: transactOn(db),
  nextId,
  ledger: createLedger(nextId),
  settings: createSettings(reads.db),
  chain: custody.createAgreedChain(plan.nodes.map((url) => custody.openEvmNode(url, NODE_MS_MAX))),
  log,
};
const assets = [
  { currency: 'ETH', contract: undefined, places: 18 },
  { currency: 'USDT', contract: plan.usdt.toLowerCase(), places: 6 },
];
const { extendedPrivateKey, extendedPublicKey: xpub } = custody.openDepositAccount(WORDS);
const derive = custody.createDerivation(CHAIN, xpub);
const signer = custody.createLocalSigner(plan.hotKey);
const reconciler = createReconciler({
  ...deps,
  plan: { chain: CHAIN, assets, hot: signer.address, cold: [] },
  nowMs: () => performance.now(),
});
const watch = createWatch({
  ...deps,
  onStep: endAt('deposit'),
  plan: {
    chain: CHAIN,
    networkId: plan.networkId,
    assets,
    derive,
    keyHash: createHash('sha256').update(xpub).digest(),
    explorer: undefined,
  },
});
const most = new Map([['USDT', 10n ** 15n]]);
const send = createSender({
  ...deps,
  onStep: endAt('withdrawal'),
  signer,
  problemOf: reconciler.problemOf,
  plan: {
    chain: CHAIN,
    networkId: plan.networkId,
    assets,
    caps: { hourly: most, unapproved: most },
    site: { origin: 'http://localhost', approvers: [] },
  },
});
const sweep = createSweeper({
  ...deps,
  onStep: endAt('sweep'),
  gas: custody.createLocalGasSigner(plan.gasKey),
  keys: custody.openDepositKeys(extendedPrivateKey, xpub),
  plan: {
    chain: CHAIN,
    networkId: plan.networkId,
    assets,
    derive,
    code: custody.sweeperCodeFor(signer.address),
    minimum: new Map([
      ['USDT', 10n ** 8n],
      ['ETH', 10n ** 17n],
    ]),
    gasPriceMax: 10n ** 12n,
  },
});

await runCandidate(
  {
    db,
    name: 'custody',
    log,
    staleAfterMs: 60_000,
    pauseMs: () => 20,
    lead: async (lease, signal) => {
      for (; !signal.aborted; await pause(ROUND_EVERY_MS)) {
        // After an error, the next round tries again.
        const errors: unknown[] = [];
        for (const round of [watch, reconciler.round, send, sweep])
          await round(lease).catch((error: unknown) => errors.push(error));
        void report({ error: errors.length === 0 ? undefined : errors.join('; ') });
        const fenced = errors.find((error) => error instanceof Fenced);
        if (fenced !== undefined) throw fenced; // As the product: the lease has to be taken again.
      }
    },
  },
  new AbortController().signal,
);
