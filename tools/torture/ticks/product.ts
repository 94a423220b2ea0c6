import { hold, type Transfer, userAccount } from '@app/domain/ledger';
import { type Amount, parseDecimal } from '@app/money';
import type { EngineProduct, Outcome, Shard, Ticks, Triggered } from '@app/server/engine/product';
import type { Tx } from '@app/server/platform/db/database';
import { sql } from 'kysely';
import { CURRENCY, DUE_EVERY_MS, type INBOX_COMMAND, type Sabotage, userOf } from './terms.ts';

/** Counts one tick, one due time or one row of the inbox, for a user whose account may be locked elsewhere. */
type CountCommand = {
  readonly name: 'count.tick' | 'count.due' | typeof INBOX_COMMAND;
  /** `market:seq` of a tick, or a number. */
  readonly ref: string;
  /** Time before which it must not be counted. */
  readonly notBeforeMs: number;
};

type CountState = {
  readonly shard: Shard;
  /** Next due time to count, by number. */
  nextDue: number;
  /** Time of due number zero. */
  readonly dueFromMs: number;
};

type CountRow = CountCommand & { readonly shard: string; readonly userId: bigint; readonly atMs: number };

type CountTypes = {
  readonly State: CountState;
  readonly Command: CountCommand;
  readonly Facts: undefined;
  readonly Rows: CountRow;
};

const UNIT = parseDecimal<Amount>('0.000001');

/** Creates a product that must count every tick, every due time and every inbox row exactly once. */
export function createCounter(sabotage: Sabotage): EngineProduct<CountTypes> {
  return {
    prepare: () => Promise.resolve(),
    load: async (reader, shard) => {
      const { rows } = await sql<{ next: number; from: Date }>`
        select (select coalesce(max(ref::int), -1) + 1 from counted where shard = ${shard.name} and name = 'count.due') as next,
               due_from as from from counted_shard where shard = ${shard.name}`.execute(reader);
      return { shard, nextDue: rows[0]?.next ?? 0, dueFromMs: rows[0]?.from.getTime() ?? 0 };
    },
    refresh: () => Promise.resolve(),
    applyRefresh: () => {},
    readCommand: (name, fields) => ({ name, ...(fields as object) }) as CountCommand, // Written by this rig.
    laneOf: ({ name }) => (name === 'count.tick' ? 'first' : 'last'),
    needsEveryTick: () => sabotage !== 'newest-only',
    onTicks: (_state, blocks) => blocks.flatMap((block) => ticksOf(block, sabotage)),
    dueCommands: (state, nowMs) => dueOf(state, nowMs),
    mustWait: () => false,
    requiredAccounts: (_state, inputs) => ({
      each: inputs.map(({ command }) => [accountOf(command)]),
      likelyAccounts: [],
    }),
    readFacts: () => Promise.resolve(undefined),
    decide: (state, { command, atMs }, { nextId }) => {
      if (atMs < command.notBeforeMs) return { kind: 'waiting' };
      if (command.name === 'count.due') {
        if (Number(command.ref) !== state.nextDue) return { kind: 'refused', code: 'order_state_changed' };
        state.nextDue += 1;
      }
      return done(state, command, { atMs, ref: String(nextId()) });
    },
    weightOf: () => 1,
    write: insertRows,
    events: () => [],
    replayAnswers: () => Promise.resolve([]),
    privateUpdates: () => [],
    marketDataUpdates: () => [],
  };
}

const accountOf = ({ ref }: CountCommand) => userAccount(userOf(ref), 'exchange', CURRENCY);

function ticksOf({ ticks }: Ticks, sabotage: Sabotage): readonly Triggered<CountCommand>[] {
  return ticks.map(({ market, seq }) => {
    const ref = `${market}:${seq}`;
    const fields = { ref, notBeforeMs: 0 };
    const stored = sabotage === 'not-stored' ? undefined : { name: 'count.tick', fields };
    return { command: { name: 'count.tick', ...fields }, key: `tick:${ref}`, userId: userOf(ref), stored };
  });
}

function dueOf({ nextDue, dueFromMs }: CountState, nowMs: number) {
  const notBeforeMs = dueFromMs + nextDue * DUE_EVERY_MS;
  const command = { name: 'count.due', ref: String(nextDue), notBeforeMs } as const;
  return notBeforeMs > nowMs
    ? { commands: [], nextMs: notBeforeMs }
    : { commands: [{ command, key: `due:${nextDue}`, userId: userOf(command.ref) }], nextMs: undefined };
}

/** Every count also freezes a little money, so that the ledger must agree with the rows. */
function done(
  { shard }: CountState,
  command: CountCommand,
  { atMs, ref }: { readonly atMs: number; readonly ref: string },
): Outcome<CountRow> {
  const transfer: Transfer = { kind: 'spot.hold', ref, mode: shard.mode, entries: hold(UNIT, accountOf(command)) };
  const rows = { ...command, shard: shard.name, userId: userOf(command.ref), atMs };
  return { kind: 'done', answer: null, record: null, transfers: [transfer], rows };
}

async function insertRows(tx: Tx, _state: CountState, rows: readonly CountRow[]): Promise<void> {
  await sql`
    insert into counted (shard, name, ref, user_id, not_before_ms, at_ms)
    select * from unnest(${rows.map(({ shard }) => shard)}::text[], ${rows.map(({ name }) => name)}::text[],
                         ${rows.map(({ ref }) => ref)}::text[], ${rows.map(({ userId }) => String(userId))}::bigint[],
                         ${rows.map(({ notBeforeMs }) => notBeforeMs)}::float8[],
                         ${rows.map(({ atMs }) => atMs)}::float8[])`.execute(tx);
}
