import { refuseWith } from '../../platform/http/accept.ts';
import { Malformed } from '../../platform/http/serve.ts';

/** The names by which a request names its currency, each by its field; all given ones must agree. */
export type NamedCurrency = {
  readonly code?: string | undefined;
  readonly ids: Readonly<Record<string, bigint | undefined>>;
};

/** Returns the code of the currency that a request names. */
export function currencyOf({ code, ids }: NamedCurrency, known: ReadonlyMap<string, bigint>): string {
  const given = Object.entries(ids).filter(([, id]) => id !== undefined);
  const named = code ?? [...known].find(([, id]) => id === given[0]?.[1])?.[0];
  if (code === undefined && given.length === 0) throw new Malformed(['currency']);
  if (named === undefined || !known.has(named)) return refuseWith('not_found');
  const differing = given.filter(([, id]) => id !== known.get(named)).map(([field]) => field);
  if (differing.length > 0) throw new Malformed(differing);
  return named;
}
