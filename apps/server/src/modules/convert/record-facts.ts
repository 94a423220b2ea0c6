import { type Amount, parseDecimal } from '@app/money';
import type { FactsReader } from '../wallet/index.ts';
import { findConversions } from './convert.store.ts';

/** Says of a record of a conversion which coins it exchanged. Its ref is the conversion's id. */
export const conversionFacts: FactsReader = {
  kinds: ['convert'],
  read: async (tx, { userId }, transfers) => {
    const found = await findConversions(
      tx,
      userId,
      transfers.map(({ ref }) => BigInt(ref)),
    );
    const byRef = new Map(found.map((row) => [String(row.id), row]));
    return new Map(
      transfers.flatMap(({ id, ref }) => {
        const row = byRef.get(ref);
        if (row === undefined) return [];
        const facts = {
          of: 'conversion' as const,
          conversion_id: row.id,
          from: row.from_currency,
          to: row.to_currency,
          number: parseDecimal<Amount>(row.amount),
          received: parseDecimal<Amount>(row.received),
        };
        return [[id, facts] as const];
      }),
    );
  },
};
