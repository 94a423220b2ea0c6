import {
  type BetSettlementText,
  checkSeconds,
  checkSecondsDay,
  readSeconds,
  type SecondsAnswer,
  type SecondsDayText,
} from '@app/verifier';
import type pg from 'pg';
import type { Findings } from '../engines/findings.ts';
import { knownMarkets } from '../engines/verify-receipts.ts';
import { FINDINGS } from './findings.ts';
import { MARKETS, MODE } from './terms.ts';

const KNOWN = knownMarkets(MARKETS);

/** Verifies a receipt as anybody can. */
export const verifyBet = (answer: unknown, id: string) =>
  checkSeconds(readSeconds(answer as SecondsAnswer, { id, markets: KNOWN })); // Our own API.

type Listed = { readonly place: string; readonly id: string; readonly kind: string; readonly body: BetSettlementText };

/**
 * Recomputes the chain and the statistics of each market and day from all receipts of its settlements. Returns how many
 * there are.
 */
export async function verifyDays(client: pg.Client, findings: Findings): Promise<number> {
  let counted = 0;
  for (const { id, symbol } of MARKETS) {
    const { rows: days } = await client.query<SecondsDayText>(DAYS, [MODE, id, symbol]);
    const { rows } = await client.query<Listed>(RECEIPTS, [MODE, id]);
    const receipts = rows.map((row) => ({ ...row, place: Number(row.place) }));
    let before: string | undefined;
    let own = 0;
    for (const day of days) {
      const settled = receipts.filter(({ place }) => place >= day.first_place && place <= day.last_place);
      const result = await checkSecondsDay(day, settled, { book: MODE, before });
      if (result.findings.length > 0)
        findings.add(FINDINGS.chain, `${symbol} ${day.day}: ${result.findings.join(', ')}`);
      before = day.root;
      own += settled.length;
    }
    const { rows: ends } = await client.query<{ place: string; hash: string }>(CHAIN, [MODE, id]);
    const isWhole = Number(ends[0]?.place ?? 0) === receipts.length && (ends[0]?.hash ?? before) === before;
    counted += own;
    if (!isWhole || own !== receipts.length) findings.add(FINDINGS.chain, `${symbol}: ${receipts.length} receipts`);
  }
  return counted;
}

const DAYS = `
  select $3::text as symbol, market as match_id, day::text, currency as currency_name, profits::int, losses::int, flats::int,
         voids::int, cancels::int, stakes::text, returned::text, first_place::int, last_place::int, root
    from seconds_day where book = $1 and market = $2 order by day`;
const RECEIPTS = `
  select s.chain_place::text as place, r.id::text, r.kind, r.body
    from seconds_settlement s join receipt r on r.id = s.id where s.book = $1 and s.market = $2 order by s.chain_place`;
const CHAIN =
  'select chain_place::text as place, chain_hash as hash from seconds_market where book = $1 and market = $2';
