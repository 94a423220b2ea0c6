import type { NamedRoot } from '@app/verifier';
import type { Tx } from '../../platform/db/database.ts';
import { insertSeal, readHead, readSeals } from './trail.store.ts';

/** Name of the trail's head among the roots of a price block. Its count is the number of links. */
export const TRAIL_ROOT = 'trail';
const SEAL_EVERY_MS = 3_600_000;
/** Time between two looks at the trail, so that not every block costs a query. */
const LOOK_EVERY_MS = 5_000;

/** What a block seals besides prices. Prices belong to the market module, which defines the same shape. */
type Source<Last, Evidence> = {
  read(tx: Tx, last: Last): Promise<Evidence>;
  record(tx: Tx, block: number, evidence: Evidence): Promise<void>;
};
type WithHeads = { readonly heads?: readonly NamedRoot[] };

/**
 * Seals the head of the trail into a price block each hour, and as soon as the trail begins. Anybody who kept the block
 * can tell whether a row older than it was changed since.
 */
export function sealTrailWith<Last, Evidence extends WithHeads>(
  source: Source<Last, Evidence>,
  nowMs: () => number = Date.now,
): Source<Last, Evidence> {
  let lookAgainMs = 0;
  return {
    read: async (tx, last) => {
      const evidence = await source.read(tx, last);
      if (nowMs() < lookAgainMs) return evidence;
      lookAgainMs = nowMs() + LOOK_EVERY_MS;
      const head = await readDueHead(tx, nowMs());
      return head === undefined ? evidence : { ...evidence, heads: [...(evidence.heads ?? []), head] };
    },
    record: async (tx, block, evidence) => {
      await source.record(tx, block, evidence);
      const head = evidence.heads?.find(({ name }) => name === TRAIL_ROOT);
      if (head !== undefined) await insertSeal(tx, block, { seq: BigInt(head.count), hash: Buffer.from(head.root) });
    },
  };
}

async function readDueHead(tx: Tx, nowMs: number): Promise<NamedRoot | undefined> {
  const head = await readHead(tx);
  const [last] = await readSeals(tx, 1);
  const isDue = head !== undefined && head.seq !== last?.seq && hourOf(nowMs) > hourOf(last?.at.getTime() ?? 0);
  return isDue ? { name: TRAIL_ROOT, count: Number(head.seq), root: new Uint8Array(head.hash) } : undefined;
}

const hourOf = (ms: number): number => Math.floor(ms / SEAL_EVERY_MS);
