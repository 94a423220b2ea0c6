import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type pg from 'pg';
import { countWrongs, withClient } from './rig.ts';

/** Counts of each kind of error, and of acknowledged transfers. */
export type AckReport = {
  readonly ok: number;
  readonly fail: number;
  /** Acknowledged, but not in the ledger. */
  readonly lost: number;
  /** All other errors by name, with their counts; only those that occurred. */
  readonly wrongs: ReadonlyMap<string, number>;
};

/**
 * Compares the clients' logs with the tables as a final audit, in independent SQL. It imports no
 * product code, so a bug there cannot be repeated here.
 */
export async function auditAcks(url: string, acks: readonly Acknowledgement[]): Promise<AckReport> {
  return await withClient(url, async (client) => {
    await load(client, acks);
    const wrongs = await countWrongs(client, { ...ABOUT_ACKS, ...ABOUT_BOOKS });
    const lost = wrongs.get('lost') ?? 0;
    wrongs.delete('lost');
    const of = (outcome: string) => acks.filter((ack) => ack.outcome === outcome).length;
    return { ok: of('ok'), fail: of('fail'), lost, wrongs };
  });
}

/** Audits the ledger without logs: whatever was posted, balances and transfers must add up. */
export const auditBooks = (url: string): Promise<ReadonlyMap<string, number>> =>
  withClient(url, (client) => countWrongs(client, ABOUT_BOOKS));

async function load(client: pg.Client, acks: readonly Acknowledgement[]): Promise<void> {
  const lines = acks.flatMap(({ ref, lines: own }) => own.map((line) => ({ ref, ...line })));
  await client.query('create temp table ack (ref text, outcome text)');
  await client.query('create temp table meant (ref text, owner text, available numeric, frozen numeric)');
  await client.query('insert into ack select * from json_to_recordset($1) as a (ref text, outcome text)', [
    JSON.stringify(acks.map(({ ref, outcome }) => ({ ref, outcome }))),
  ]);
  await client.query(
    `insert into meant select ref, 'user:' || "user", available, frozen
       from json_to_recordset($1) as m (ref text, "user" text, available numeric, frozen numeric)`,
    [JSON.stringify(lines)],
  );
  await client.query('analyze');
}

const KINDS = `'spot.fill', 'spot.hold', 'spot.release'`;
const KEPT = `select ref from ledger_transfer where kind in (${KINDS})`;

const WRITTEN = `
  select t.ref, a.owner, e.available_delta as available, e.frozen_delta as frozen
    from ledger_transfer t join ledger_entry e on e.transfer = t.id join ledger_account a on a.id = e.account
   where t.kind in (${KINDS}) and a.kind = 'exchange' and a.currency = 'USDT' and a.book = 'real' and t.book = 'real'`;

const MEANT = `select m.ref, m.owner, m.available, m.frozen from meant m join ledger_transfer t
    on t.kind in (${KINDS}) and t.ref = m.ref`;

const ABOUT_ACKS = {
  lost: `select from ack left join (${KEPT}) kept using (ref) where outcome = 'ok' and kept.ref is null`,
  'not as it was meant': `select distinct ref from (((${MEANT}) except all (${WRITTEN})) union all
                                                    ((${WRITTEN}) except all (${MEANT}))) differing`,
  'kept more than once': `${KEPT} group by ref having count(*) > 1`,
  'refused but kept': `select from ack join (${KEPT}) kept using (ref) where outcome = 'fail'`,
  'kept but never sent': `select from (${KEPT}) kept left join ack using (ref) where ack.ref is null`,
  'never settled': `select from ack where outcome = 'unknown'`,
} as const;

const ABOUT_BOOKS = {
  'balance that is not the sum of its entries': `
    select a.id from ledger_account a
      full join (select account, sum(available_delta) as available, sum(frozen_delta) as frozen
                   from ledger_entry group by account) e on e.account = a.id
     where a.id is null or a.available <> coalesce(e.available, 0) or a.frozen <> coalesce(e.frozen, 0)`,
  'transfer that does not net to zero': `
    select transfer from ledger_entry group by transfer, currency having sum(available_delta + frozen_delta) <> 0`,
  'transfer without entries': `
    select from ledger_transfer t left join ledger_entry e on e.transfer = t.id where e.transfer is null`,
  'entry without its transfer': `
    select from ledger_entry e left join ledger_transfer t on t.id = e.transfer where t.id is null`,
  'negative balance': `
    select id from ledger_account where frozen < 0 or (available < 0 and kind not in ('external', 'house_pnl'))`,
} as const;

/** Effect of one transfer on one user's account, in whole units: written by the client, read by the audit. */
export type Line = { readonly user: number; readonly available: number; readonly frozen: number };

/** Transfer as intended by its client. `ref` identifies it permanently, however often it is sent. */
export type Intent = { readonly ref: string; readonly lines: readonly Line[] };

/** Outcome of a transfer. `unknown` remains only if the run was aborted: a client retries until it has an answer. */
type Outcome = 'ok' | 'fail' | 'unknown';

export type Acknowledgement = Intent & { readonly outcome: Outcome };

/** Client-side record of its responses: the only evidence of a lost acknowledgement. */
export type AckLog = {
  invoke(intent: Intent): void;
  ok(ref: string): void;
  fail(ref: string, why: string): void;
  /** Records an outcome the client does not know: neither done nor refused. */
  info(ref: string, why: string): void;
  close(): void;
};

/**
 * Opens a log that writes each line to the system before the client continues, so it never lags behind the requests
 * sent.
 */
export function openAckLog(file: string): AckLog {
  const handle = openSync(file, 'a');
  const write = (...args: readonly string[]) => void writeSync(handle, `${args.join(' ')}\n`);
  return {
    invoke: ({ ref, lines }) =>
      write('invoke', ref, ...lines.map(({ user, available, frozen }) => `${user}:${available}:${frozen}`)),
    ok: (ref) => write('ok', ref),
    fail: (ref, why) => write('fail', ref, why),
    info: (ref, why) => write('info', ref, why),
    close: () => closeSync(handle),
  };
}

/** Reads the log files; one entry for every transfer ever sent. */
export function readAckLogs(files: readonly string[]): Acknowledgement[] {
  return files.flatMap((file) => {
    const found = new Map<string, Acknowledgement>();
    for (const text of readFileSync(file, 'utf8').split('\n')) note(found, text.split(' '));
    return [...found.values()];
  });
}

function note(found: Map<string, Acknowledgement>, [verb, ref = '', ...rest]: readonly string[]): void {
  if (verb === 'invoke') found.set(ref, { ref, lines: rest.map(toLine), outcome: 'unknown' });
  const sent = found.get(ref);
  if (sent === undefined) return;
  if (verb === 'ok' || verb === 'fail') found.set(ref, { ...sent, outcome: verb });
}

function toLine(text: string): Line {
  const [user = 0, available = 0, frozen = 0] = text.split(':').map(Number);
  return { user, available, frozen };
}
