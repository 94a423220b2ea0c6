import { reloadStates } from '../engines/compare-states.ts';
import { killWhileAnswering, type Ordeal, tradeOnly, trading } from '../engines/controls.ts';
import { pauseInside } from '../engines/faults.ts';
import type { Below } from '../engines/terms.ts';
import type { AnyTestbed } from '../engines/testbed.ts';
import { FINDINGS } from './findings.ts';
import { SHARDS } from './terms.ts';

const OTHER_BOOK = 'book that differs after a reload';

export const ORDEALS: readonly Ordeal[] = [
  { sabotages: [{ name: 'answer-before-commit', finds: [FINDINGS.lost] }], play: killWhileAnswering },
  { sabotages: [{ name: 'no-epoch-check', finds: [FINDINGS.owners] }], engines: 2, play: wakeTheSleeper },
  { sabotages: [{ name: 'no-idempotency', finds: [FINDINGS.twice] }], play: killBeforeAnswering },
  { sabotages: [{ name: 'fee-rounded-down', finds: [FINDINGS.fee] }], play: tradeOnly(200) },
  { sabotages: [{ name: 'reload-forgets', finds: [OTHER_BOOK] }], play: compareBooks },
  { sabotages: [{ name: 'newest-first', finds: [FINDINGS.priority] }], play: tradeOnly(200) },
];

async function compareBooks(testbed: AnyTestbed): Promise<void> {
  const differing = await reloadStates(testbed, Object.values(SHARDS));
  if (differing > 0) testbed.findings.add(OTHER_BOOK, `${differing} shards`);
}

async function killBeforeAnswering(testbed: AnyTestbed, below: Below): Promise<void> {
  const trap = { point: 'committed', shard: testbed.shard, skip: below(3), action: 'die' } as const;
  await testbed.cluster.spring(trap);
  await trading(testbed, 60);
}

/** Pauses an owner until it has a successor, and then lets both trade. */
async function wakeTheSleeper(testbed: AnyTestbed, below: Below): Promise<void> {
  const { cluster, shard } = testbed;
  await cluster.untilWhole();
  const sleeper = cluster.ownerOf(shard);
  const isBack = cluster.until(
    (it) => it.kind === 'loaded' && it.shard === shard && it.from === sleeper,
    'the sleeper',
  );
  await Promise.all([isBack, pauseInside(testbed, below)]);
  await trading(testbed, 150);
}
