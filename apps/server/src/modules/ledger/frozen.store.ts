import type { TransferKind, UserKind } from '@app/domain/ledger';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Breach, Slice } from './audit.store.ts';

/** The same limit as for every other invariant. */
const SHOWN_MAX = 20;

type HeldRow = { owner: string; currency: string; book: string; held: string };

/** Explanation of frozen money in one account kind: the product's own rows, queried from its own tables. */
export type FrozenReason = {
  readonly invariant: string;
  readonly kind: UserKind;
  /** Kinds of transfer whose holds these rows explain. */
  readonly freezes: readonly TransferKind[];
  /** Query returning rows of `owner, currency, book, held`; several rows of one account are summed. */
  readonly held: (tx: Tx) => Promise<RawBuilder<HeldRow>>;
};

/**
 * Checks that all frozen money is explained: in each account kind, the sum over the reasons of all its products; in a
 * kind without any reason there may be none (A16).
 */
export async function checkFrozen(tx: Tx, reasons: readonly FrozenReason[], slice: Slice): Promise<Breach[]> {
  const byKind = new Map<UserKind, FrozenReason[]>();
  for (const reason of reasons) byKind.set(reason.kind, [...(byKind.get(reason.kind) ?? []), reason]);
  const breaches = await checkUnexplainedKinds(tx, [...byKind.keys()], slice);
  for (const [kind, its] of byKind) breaches.push(...(await checkKind(tx, { kind, reasons: its }, slice)));
  return breaches;
}

async function checkUnexplainedKinds(tx: Tx, explained: readonly UserKind[], slice: Slice): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    select 'A16' as invariant, format('%s %s %s in the %s book shows %s frozen, and no product explains such accounts',
                                      owner, kind, currency, book, frozen) as detail
      from ledger_account
     where id >= ${slice.from} and id < ${slice.until} and frozen <> 0 and kind <> all (${[...explained]}::text[])
     limit ${SHOWN_MAX}`.execute(tx);
  return rows;
}

type ExplainedKind = { readonly kind: UserKind; readonly reasons: readonly FrozenReason[] };

/**
 * Checks both directions: on every run, each account that has rows; and within the current slice, accounts with a
 * frozen balance that no row explains. A run therefore costs the open rows plus one slice, and every account is covered
 * in time.
 */
async function checkKind(tx: Tx, { kind, reasons }: ExplainedKind, slice: Slice): Promise<Breach[]> {
  const invariant = reasons.map((reason) => reason.invariant).join('+');
  const queries: RawBuilder<HeldRow>[] = [];
  for (const reason of reasons)
    queries.push(sql`select owner, currency, book, held from (${await reason.held(tx)}) as r`);
  const { rows } = await sql<Breach>`
    with explained as materialized (
      select owner, currency, book, sum(held) as held from (${sql.join(queries, sql` union all `)}) as reason
       group by owner, currency, book),
    unexplained as (
      select owner, currency, book, max(frozen) as frozen
        from (select owner, currency, book, frozen, false as is_explained from ledger_account
               where id >= ${slice.from} and id < ${slice.until} and kind = ${kind} and frozen > 0
              union all select owner, currency, book, 0, true from explained) account
       group by owner, currency, book having not bool_or(is_explained))
    (select ${invariant} as invariant,
            format('%s %s %s in the %s book shows %s frozen, and %s is explained',
                   e.owner, ${kind}::text, coalesce(e.currency, '?'), e.book, coalesce(a.frozen, 0), e.held) as detail
       from explained e left join ledger_account a
         on a.owner = e.owner and a.kind = ${kind} and a.currency = e.currency and a.book = e.book
      where e.held is distinct from coalesce(a.frozen, 0) limit ${SHOWN_MAX})
    union all
    (select ${invariant}, format('%s %s %s in the %s book shows %s frozen, and nothing explains it',
                                 owner, ${kind}::text, currency, book, frozen)
       from unexplained limit ${SHOWN_MAX})`.execute(tx);
  return rows;
}
