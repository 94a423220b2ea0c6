import { firstIdAt, ID_EPOCH_MS } from '@app/base';
import { type TransferKind, USER_KINDS, type UserKind } from '@app/domain/ledger';
import { type RecordGroup, recordGroup } from '@app/domain/wallet';
import { add, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { listAccountLedger, listLedger, RecordFacts } from '@app/protocol/wallet';
import type { Recipient } from '../../../platform/bus/push.ts';
import type { Db, Reader } from '../../../platform/db/database.ts';
import { type PageRequest, readPage } from '../../../platform/db/page.ts';
import type { HistoryTransfer, Ledger } from '../../ledger/index.ts';

/** Reads what the records of some kinds say beyond their entries, for one page, by the id of the transfer. */
export type FactsReader = {
  readonly kinds: readonly TransferKind[];
  readonly read: (
    tx: Reader,
    recipient: Recipient,
    transfers: readonly HistoryTransfer[],
  ) => Promise<ReadonlyMap<bigint, RecordFacts>>;
};

export type RecordDeps = {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'readHistory' | 'readHistoryIds'>;
  /** The products' readers, one for each kind with facts. */
  readonly facts: readonly FactsReader[];
};

export type RecordQuery = {
  readonly currency?: string | undefined;
  readonly kind?: RecordGroup | undefined;
  readonly holds?: boolean | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
  readonly before?: bigint | undefined;
};

/** Entries that one call reads: a rare kind among millions is found over several calls, each of them short. */
export const RECORD_ENTRIES_MAX = 2_000;
const LAST_ID = 2n ** 63n - 1n;
const LAST_MS = ID_EPOCH_MS + 2 ** 41 - 1;

/** Returns the first id of a time; times that ids do not cover are moved to the nearest that they do. */
const idAt = (timeMs: number): bigint => firstIdAt(Math.min(Math.max(timeMs, ID_EPOCH_MS), LAST_MS));

/** Lists what changed a user's accounts, newest first. */
export async function listRecords(
  deps: RecordDeps,
  recipient: Recipient,
  { currency, kind, holds = false, from, to, limit, before = LAST_ID }: RecordQuery,
): Promise<Output<typeof listLedger>> {
  const until = to === undefined ? LAST_ID : idAt(to);
  const isWanted = (name: string) => {
    const group = recordGroup(name);
    return kind === undefined ? holds || group !== 'hold' : group === kind;
  };
  const { transfers, next, searchedToMs } = await deps.ledger.readHistory(deps.db, {
    mode: recipient.mode,
    owner: `user:${recipient.userId}`,
    currency,
    since: from === undefined ? 0n : idAt(from),
    before: before < until ? before : until,
    limit,
    isWanted,
    entriesMax: RECORD_ENTRIES_MAX,
  });
  const facts = await readFacts(deps, recipient, transfers);
  const list = transfers.map((transfer) => ({
    id: transfer.id,
    kind: transfer.kind,
    group: recordGroup(transfer.kind),
    at: transfer.atMs,
    entries: transfer.entries.flatMap((entry) =>
      isUserKind(entry.account) ? [{ ...entry, account: entry.account }] : [],
    ),
    facts: facts.get(transfer.id) ?? null,
  }));
  return { list, next, searched_to: searchedToMs };
}

const isUserKind = (kind: string): kind is UserKind => USER_KINDS.some((known) => known === kind);

async function readFacts(
  { db, facts }: RecordDeps,
  recipient: Recipient,
  transfers: readonly HistoryTransfer[],
): Promise<ReadonlyMap<bigint, RecordFacts>> {
  const found = await Promise.all(
    facts.map(async ({ kinds, read }) => {
      const own = transfers.filter(({ kind }) => kinds.some((it) => it === kind));
      return own.length === 0 ? [] : [...(await read(db, recipient, own))];
    }),
  );
  return new Map(found.flat());
}

type AccountQuery = PageRequest & { readonly account: UserKind; readonly currency: string };

/** Lists what each transfer changed in one coin of one account, newest first. */
export async function listAccountRecords(
  { db, ledger }: RecordDeps,
  { userId, mode }: Recipient,
  { account, currency, ...request }: AccountQuery,
): Promise<Output<typeof listAccountLedger>> {
  const ofAccount = { mode, owner: `user:${userId}`, account, currency };
  const { rows, ...page } = await readPage(request, {
    select: async ({ before = LAST_ID, offset, limit }) => {
      const skipped = offset === 0 ? [] : await ledger.readHistoryIds(db, { ...ofAccount, before, limit: offset });
      if (skipped.length < offset) return [];
      const { transfers } = await ledger.readHistory(db, {
        ...ofAccount,
        since: 0n,
        before: skipped.at(-1) ?? before,
        limit,
        isWanted: () => true,
        entriesMax: RECORD_ENTRIES_MAX,
      });
      return transfers;
    },
    count: async (max) => (await ledger.readHistoryIds(db, { ...ofAccount, before: LAST_ID, limit: max })).length,
  });
  const list = rows.map(({ id, kind, atMs, entries }) => ({
    id,
    kind,
    currency,
    available: entries.reduce((sum, it) => add(sum, it.available), ZERO),
    frozen: entries.reduce((sum, it) => add(sum, it.frozen), ZERO),
    at: atMs,
  }));
  return { list, ...page };
}
