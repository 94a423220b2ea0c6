import type { Db, Tx } from '../../platform/db/database.ts';
import type { Breach } from './audit.store.ts';
import * as store from './audit.store.ts';
import { checkPayments, checkReason, type ExternalReason } from './external.store.ts';
import { checkFrozen, type FrozenReason } from './frozen.store.ts';
import { checkSeals } from './seal.ts';

export type AuditReport = { readonly breaches: readonly Breach[]; readonly tookMs: number };

/** Number of accounts that one run compares although nothing touched them, and the most it sums in one scan. */
const SLICE = 400_000n;
const SUMMED_MAX = 3_000_000;

/** What the products know: why money is frozen, and why demo money entered or left. Frozen money without a reason is a breach. */
export type Reasons = { readonly frozen?: readonly FrozenReason[]; readonly external?: readonly ExternalReason[] };

/** Called on a breach: the composition root switches withdrawals off and raises the alarm. */
export type OnBreach = (tx: Tx, breaches: readonly Breach[]) => Promise<void>;

/**
 * Checks invariants A1–A6, A8, A13, A15 and A16 incrementally, in one snapshot: the last fold plus everything since must
 * equal the stored balances, money that entered must be explained by records, and frozen balances by the products' rows.
 * A clean run moves the fold forward; a breach leaves it in place, so it is reported again until repaired. Undefined
 * when another auditor is running.
 */
export async function audit(db: Db, onBreach: OnBreach, reasons: Reasons = {}): Promise<AuditReport | undefined> {
  const startedMs = performance.now();
  const seen = await inOneSnapshot(db, (tx) => look(tx, reasons));
  if (seen === undefined) return undefined;
  await db.transaction().execute((tx) => (seen.breaches.length === 0 ? goOn(tx, seen) : raise(tx, seen, onBreach)));
  return { breaches: seen.breaches, tookMs: Math.round(performance.now() - startedMs) };
}

type Seen = { last: store.AuditRow; horizon: string; slice: store.Slice; breaches: readonly Breach[] };

async function look(tx: Tx, reasons: Reasons): Promise<Seen | undefined> {
  if (!(await store.tryAuditLock(tx))) return undefined;
  await store.makeRoom(tx);
  const last = await store.readAudit(tx);
  const horizon = await store.readHorizon(tx);
  const from = last.next_slice < (await store.accountsEnd(tx)) ? last.next_slice : 0n;
  const slice = { from, until: from + SLICE };
  const breaches = [
    ...(await store.checkEntries(tx, last.horizon, slice)),
    ...(await store.checkFloors(tx, slice)),
    ...(await store.checkSums(tx, SUMMED_MAX)),
    ...(await store.checkGuards(tx)),
    ...(await checkPayments(tx, last.horizon)),
  ];
  for (const reason of reasons.external ?? []) breaches.push(...(await checkReason(tx, reason, last.horizon)));
  breaches.push(...(await checkFrozen(tx, reasons.frozen ?? [], slice)));
  return { last, horizon, slice, breaches };
}

async function goOn(tx: Tx, { last, horizon, slice }: Seen): Promise<void> {
  if (!(await store.fold(tx, last.horizon, horizon))) return;
  await store.noteRun(tx, { horizon, nextSlice: slice.until, breach: null });
}

async function raise(tx: Tx, { last, breaches }: Seen, onBreach: OnBreach): Promise<void> {
  await store.recordBreaches(tx, breaches);
  const breach = describe(breaches);
  await store.noteRun(tx, { horizon: last.horizon, nextSlice: last.next_slice, breach });
  await onBreach(tx, breaches);
}

const describe = (breaches: readonly Breach[]) =>
  breaches.map(({ invariant, detail }) => `${invariant}: ${detail}`).join('; ');

/** Checks the seals; a broken one is recorded, reported by health until it is whole, and raises the same alarm. */
export async function auditSeals(db: Db, onBreach: OnBreach): Promise<readonly Breach[]> {
  const breaches = await checkSeals(db);
  await db.transaction().execute(async (tx) => {
    await store.noteSeals(tx, breaches.length === 0 ? null : describe(breaches));
    if (breaches.length === 0) return;
    await store.recordBreaches(tx, breaches);
    await onBreach(tx, breaches);
  });
  return breaches;
}

/** Runs every check in one snapshot; otherwise a transfer between two of them would look like a loss. */
const inOneSnapshot = <Value>(db: Db, work: (tx: Tx) => Promise<Value>) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);

/** Checks A14 on demand: folds the whole history into an empty store and compares. */
export async function replay(db: Db): Promise<readonly Breach[]> {
  return await inOneSnapshot(db, (tx) => store.replayEverything(tx));
}

const SILENT_MS_MAX = 120_000;

/** Returns the ledger's health problems, or none. */
export async function auditHealth(db: Db, nowMs: () => number = Date.now): Promise<string[]> {
  const last = await store.readAudit(db);
  const reasons = [last.breach, last.seal_breach].flatMap((breach) => (breach === null ? [] : [`ledger: ${breach}`]));
  const silentMs = nowMs() - last.ran_at.getTime();
  if (silentMs > SILENT_MS_MAX) reasons.push(`ledger: not audited for ${Math.round(silentMs / 1000)} s`);
  return reasons;
}
