import type { UserKind } from '@app/domain/ledger';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { Breach, Slice } from './audit.store.ts';

/** As many as of any other invariant. */
const SHOWN_MAX = 20;

type HeldRow = { owner: string; currency: string; book: string; held: string };

/** What explains everything frozen in one kind of account: a product's own rows, asked of its own tables. */
export type FrozenReason = {
  readonly invariant: string;
  readonly kind: UserKind;
  /** A query for rows of `owner, currency, book, held`; several of one account are added up. */
  readonly held: (tx: Tx) => Promise<RawBuilder<HeldRow>>;
};

/**
 * Both ways: every account that rows speak of, at every run; and of the slice whose turn it is, accounts that hold something
 * no row speaks of. So each run costs what is open and its slice, and every account has its turn.
 */
export async function checkFrozen(tx: Tx, { invariant, kind, held }: FrozenReason, slice: Slice): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with explained as materialized (
      select owner, currency, book, sum(held) as held from (${await held(tx)}) as reason group by owner, currency, book),
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
