import { type ContractTerms, contractSettings } from '@app/domain/contract';
import type { Mode } from '@app/domain/ledger';
import { type Amount, type Price, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/array-text.ts';
import type { Db, Reader } from '../../../platform/db/database.ts';
import { readSlices } from '../../../platform/db/read-slices.ts';
import { readVersion } from '../../reference/index.ts';
import { POSITION_COLUMNS, type PositionRow, type StoredPosition, toPosition } from '../position-row.ts';

/** Reads all live deals of a mode, in slices. */
export async function readLiveDeals(
  db: Db,
  mode: Mode,
  onSlice: (deals: readonly StoredPosition[]) => void,
): Promise<void> {
  const query = sql<PositionRow>`
    select ${POSITION_COLUMNS} from contract_position
     where status in ('pending', 'open', 'closing') and book = ${mode}`;
  await readSlices(db, query, (rows) => onSlice(rows.map(toPosition)));
}

/** Reads deals by id, live or ended. */
export async function readDeals(reader: Reader, ids: readonly bigint[]): Promise<readonly StoredPosition[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PositionRow>`
    select ${POSITION_COLUMNS} from contract_position where id = any(${arrayText(ids)}::bigint[])`.execute(reader);
  return rows.map(toPosition);
}

/** Reads every version of the terms that live deals keep. */
export async function readTerms(reader: Reader, mode: Mode): Promise<Map<number, ContractTerms>> {
  const { rows } = await sql<{ terms: number }>`
    select distinct terms from contract_position
     where status in ('pending', 'open', 'closing') and book = ${mode}`.execute(reader);
  const terms = new Map<number, ContractTerms>();
  for (const { terms: version } of rows) {
    const stored = await readVersion(reader, contractSettings.terms, version);
    const decoded = contractSettings.terms.codec.decode(stored?.value);
    if (!decoded.ok) throw new Error(`version ${version} of the terms cannot be read`);
    terms.set(version, decoded.value);
  }
  return terms;
}

export async function readMultipliers(reader: Reader): Promise<ReadonlyMap<number, Amount>> {
  const { rows } = await sql<{ market: number; multiplier: string }>`
    select market, trim_scale(multiplier)::text as multiplier from contract_lot`.execute(reader);
  return new Map(rows.map(({ market, multiplier }) => [market, parseDecimal<Amount>(multiplier)]));
}

export type StoredMarket = {
  readonly runSeq: number;
  readonly runPrice: Price;
  readonly session: { readonly startedMs: number; readonly ticks: number };
  readonly overnight: { readonly day: string; readonly index: Price };
};

/** Reads how far each market has come. */
export async function readMarketRows(reader: Reader, mode: Mode): Promise<ReadonlyMap<number, StoredMarket>> {
  type Row = {
    market: number;
    run_seq: bigint;
    run_price: string;
    session_started: bigint;
    session_ticks: number;
    day: string;
    index: string;
  };
  const { rows } = await sql<Row>`
    select market, run_seq, run_price, session_started, session_ticks, overnight_day::text as day, overnight_index as index
      from contract_market where book = ${mode}`.execute(reader);
  return new Map(
    rows.map((row) => [
      row.market,
      {
        runSeq: Number(row.run_seq),
        runPrice: parseDecimal<Price>(row.run_price),
        session: { startedMs: Number(row.session_started), ticks: row.session_ticks },
        overnight: { day: row.day, index: parseDecimal<Price>(row.index) },
      },
    ]),
  );
}

export type StoredNight = {
  readonly market: number;
  readonly day: string;
  readonly index: Price;
  readonly chain: { readonly place: number; readonly hash: string };
};

/** Reads the nights since a day, and the last one of each market, oldest first. */
export async function readNights(reader: Reader, mode: Mode, since: string): Promise<readonly StoredNight[]> {
  const { rows } = await sql<{ market: number; day: string; index_after: string; place: number; hash: string }>`
    select market, day::text, index_after, chain_place as place, chain_hash as hash from contract_overnight n
     where book = ${mode}
       and (day >= ${since}::date
            or day = (select max(day) from contract_overnight last where last.book = n.book and last.market = n.market))
     order by market, day`.execute(reader);
  return rows.map(({ market, day, index_after, place, hash }) => ({
    market,
    day,
    index: parseDecimal<Price>(index_after),
    chain: { place, hash },
  }));
}
