import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Breach } from './audit.store.ts';

/** The same limit as for every other invariant. */
const SHOWN_MAX = 20;

/** Explanation of demo money that enters or leaves: which transfers of these kinds have no record in their product. */
export type ExternalReason = {
  readonly kinds: readonly string[];
  readonly findUnexplained: (tx: Tx, transfers: readonly NamedTransfer[]) => Promise<readonly NamedTransfer[]>;
};

type NamedTransfer = { readonly kind: string; readonly ref: string };

/**
 * Checks A15 at the border of real mode, over everything since the last fold: each transfer that touches an external
 * account equals the record of its payment, and each record has its transfer. Reads only the entries of external
 * accounts, by their index.
 */
export async function checkPayments(tx: Tx, from: string): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    with bounds as materialized (
      select min(id) as first, max(id) as last from ledger_transfer where xid >= ${from}::xid8),
    crossed as materialized (
      select t.id, t.kind, t.ref, e.currency, -sum(e.available_delta + e.frozen_delta) as amount
        from ledger_account a
        join ledger_entry e on e.account = a.id and e.transfer between (select first from bounds) and (select last from bounds)
        join ledger_transfer t on t.id = e.transfer and t.xid >= ${from}::xid8
       where a.kind = 'external' and a.book = 'real'
       group by t.id, t.kind, t.ref, e.currency)
    (select 'A15' as invariant,
            format('transfer %s (%s %s) brings in %s %s, and %s is recorded', c.id, c.kind, c.ref, c.amount, c.currency,
                   coalesce(p.amount || ' ' || p.currency, 'nothing')) as detail
       from crossed c left join external_payment p on p.kind = c.kind and p.ref = c.ref
      where p.amount is distinct from c.amount or p.currency is distinct from c.currency limit ${SHOWN_MAX})
    union all
    (select 'A15', format('%s %s of %s %s is recorded, and nothing was posted', p.kind, p.ref, p.amount, p.currency)
       from external_payment p
      where p.xid >= ${from}::xid8 and not exists (select from crossed c where c.kind = p.kind and c.ref = p.ref)
      limit ${SHOWN_MAX})`.execute(tx);
  return rows;
}

/** Checks A15 for demo money, over everything since the last fold: each transfer has its product's record. */
export async function checkReason(tx: Tx, reason: ExternalReason, from: string): Promise<Breach[]> {
  const { rows } = await sql<NamedTransfer>`
    select kind, ref from ledger_transfer where xid >= ${from}::xid8 and kind = any(${[...reason.kinds]}::text[])`.execute(
    tx,
  );
  const unexplained = rows.length === 0 ? [] : await reason.findUnexplained(tx, rows);
  return unexplained
    .slice(0, SHOWN_MAX)
    .map(({ kind, ref }) => ({ invariant: 'A15', detail: `${kind} ${ref} has no record that explains it` }));
}
