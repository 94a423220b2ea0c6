import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';

type SettingRow = { key: string; version: number; value: unknown };
export type CurrentSettings = ReadonlyMap<string, SettingRow>;

export async function readCurrent(tx: Reader): Promise<CurrentSettings> {
  const { rows } = await sql<SettingRow>`
    select distinct on (key) key, version, value from setting
     where valid_from <= app_now() order by key, version desc`.execute(tx);
  return new Map(rows.map((row) => [row.key, row]));
}

export type SettingVersion = {
  key: string;
  version: number;
  value: unknown;
  from: Date;
  /** Whether it takes effect later. */
  is_planned: boolean;
  set_by: string;
  approved_by: string[];
  reason: string;
};

const VERSION_COLUMNS = sql`
  key, version, value, valid_from as "from", valid_from > app_now() as is_planned, set_by, approved_by, reason`;

/** Reads of each setting the version in force and those after it, oldest first. */
export async function readNewestVersions(tx: Reader): Promise<SettingVersion[]> {
  const { rows } = await sql<SettingVersion>`
    with moment as materialized (select app_now() as now),
    newest as materialized (
      select k.key, coalesce((select max(c.version) from setting c where c.key = k.key and c.valid_from <= (select now from moment)), 0) as first
        from (select distinct key from setting) k)
    select ${VERSION_COLUMNS} from setting s join newest n using (key) where version >= n.first
     order by key, version`.execute(tx);
  return rows;
}

/** Reads all versions of a setting, planned ones too, newest first. */
export async function readHistory(tx: Reader, key: string, limit: number): Promise<SettingVersion[]> {
  const { rows } = await sql<SettingVersion>`
    select ${VERSION_COLUMNS} from setting where key = ${key} order by version desc limit ${limit}`.execute(tx);
  return rows;
}

type VersionRow = { version: number; value: unknown; from: Date };

/** Reads versions, without those not yet in force, which are not public. */
export async function readVersions(tx: Reader, key: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version, value, valid_from as "from" from setting
     where key = ${key} and valid_from <= app_now() order by version desc`.execute(tx);
  return rows;
}

export async function findVersion(tx: Reader, key: string, version: number): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select version, value, valid_from as "from" from setting
     where key = ${key} and version = ${version} and valid_from <= app_now()`.execute(tx);
  return rows[0];
}

export type NewVersion = {
  key: string;
  value: unknown;
  setBy: string;
  approvedBy: readonly string[];
  reason: string;
};

/**
 * Inserts a version. With two writers at once the primary key lets one win, and the other's transaction fails as a
 * whole.
 */
export async function insertVersion(tx: Tx, row: NewVersion): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into setting (key, version, value, set_by, approved_by, reason)
    select ${row.key}, coalesce(max(version), 0) + 1, ${JSON.stringify(row.value)}::jsonb, ${row.setBy},
           ${row.approvedBy}::text[], ${row.reason}
      from setting where key = ${row.key}
    returning version`.execute(tx);
  return rows[0]?.version;
}

/** Reads the ids by which the specification's app names currencies, by code. */
export async function readCurrencyIds(tx: Reader): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ code: string; id: bigint }>`select code, id::bigint as id from currency`.execute(tx);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

type CoinRow = { id: bigint; code: string; chain: string | null };

/** Reads every coin, once for each of its chains. */
export async function readCoins(tx: Reader): Promise<CoinRow[]> {
  const { rows } = await sql<CoinRow>`
    select id::bigint as id, code, chain from currency left join currency_chain on currency = code
     order by id, chain`.execute(tx);
  return rows;
}

/** Reads the chains on which a coin can be sent; none for a currency that does not exist. */
export async function readChains(tx: Reader, currency: string): Promise<readonly string[]> {
  const { rows } = await sql<{ chain: string }>`
    select chain from currency_chain where currency = ${currency} order by chain`.execute(tx);
  return rows.map(({ chain }) => chain);
}

type FiatRateRow = { currency_code: string; rate: string };

export async function readFiatRates(tx: Reader): Promise<FiatRateRow[]> {
  const { rows } = await sql<FiatRateRow>`
    select currency_code, rate from fiat_rate order by currency_code`.execute(tx);
  return rows;
}
