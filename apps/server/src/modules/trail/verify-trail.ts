import { createHash } from 'node:crypto';
import type { Reader } from '../../platform/db/database.ts';
import { type Head, type LinkedRow, readLinks, readSeals, readUnlinked } from './trail.store.ts';

const SLICE = 2_000;
const FAULTS_MAX = 20;
const SEALS_READ = 10_000;
const NO_LINK = Buffer.alloc(32);

export type Verified = { readonly rows: bigint; readonly faults: readonly string[]; readonly head: Head | undefined };

/**
 * Recomputes the whole chain from its rows, and compares it with the heads that price blocks have sealed and with those
 * that someone kept. It names the first rows that were edited, deleted, inserted or left out.
 */
export async function verifyTrail(db: Reader, kept: readonly Head[] = []): Promise<Verified> {
  const seals = await readSeals(db, SEALS_READ);
  const expected = new Map<bigint, Buffer>([...seals, ...kept].map(({ seq, hash }) => [seq, hash]));
  const faults: string[] = [];
  const report = (fault: string) => {
    if (faults.length < FAULTS_MAX) faults.push(fault);
  };
  let head: Head | undefined;
  for (;;) {
    const links = await readLinks(db, head?.seq ?? 0n, SLICE);
    for (const link of links) {
      for (const fault of faultsOf(link, head)) report(fault);
      const sealed = expected.get(link.seq);
      if (sealed !== undefined && !sealed.equals(link.hash)) report(`link ${link.seq} is not the one that was sealed`);
      expected.delete(link.seq);
      head = { seq: link.seq, hash: link.hash };
    }
    if (links.length < SLICE) break;
  }
  for (const seq of expected.keys()) report(`link ${seq} was sealed and is gone`);
  for (const id of await readUnlinked(db, FAULTS_MAX)) report(`row ${id} is not linked`);
  return { rows: head?.seq ?? 0n, faults, head };
}

function faultsOf(link: LinkedRow, before: Head | undefined): string[] {
  const faults: string[] = [];
  if (link.seq !== (before?.seq ?? 0n) + 1n) faults.push(`link ${link.seq} does not follow ${before?.seq ?? 0n}`);
  if (!link.previous.equals(before?.hash ?? NO_LINK)) faults.push(`link ${link.seq} names another link before it`);
  const bytes = rowBytes(link);
  if (bytes === undefined) return [...faults, `row ${link.row_id} is gone`];
  const hash = createHash('sha256').update(link.previous).update(bytes).digest();
  return hash.equals(link.hash) ? faults : [...faults, `row ${link.row_id} is not what was linked`];
}

/** Returns what is hashed of a row: each field preceded by its length in bytes. */
function rowBytes({ row_id, at_us, actor, action, subject, reason, details }: LinkedRow): Buffer | undefined {
  if (at_us === null || actor === null || action === null || subject === null || reason === null || details === null)
    return undefined;
  const fields = [String(row_id), String(at_us), actor, action, subject, reason, details];
  return Buffer.from(fields.map((field) => `${Buffer.byteLength(field)}:${field},`).join(''));
}
