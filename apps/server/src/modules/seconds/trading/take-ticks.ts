import type { Mode } from '@app/domain/ledger';
import type { Tick } from '@app/domain/market';
import { betRunCommand, encodeCommand } from '@app/protocol/engine';
import type { Ticks, Triggered } from '../../../engine/product.ts';
import type { RunCommand, SecondsCommand } from './commands.ts';
import { collectExpired } from './expire-bets.ts';
import type { SecondsConfig } from './seconds-facts.ts';
import type { IndexTick, OpenBet, SecondsMarketState, SecondsState } from './seconds-state.ts';

/**
 * Takes the ticks of new blocks. A market without a run applies them, and one of them may begin a run; the others wait
 * behind it. Returns the runs that began.
 */
export function takeTicks(
  state: SecondsState,
  blocks: readonly Ticks[],
  config: Pick<SecondsConfig, 'unreal'>,
): readonly Triggered<SecondsCommand>[] {
  const taking = new Set<SecondsMarketState>();
  for (const block of blocks) {
    for (const tick of block.ticks) {
      const at = state.markets.get(tick.market);
      const taken = at && takeTick(state, at, { tick, block: block.block, config });
      if (at === undefined || taken === undefined) continue;
      at.waiting.push(taken);
      taking.add(at);
    }
    noteBlock(state, block);
  }
  for (const at of taking) applyTicks(at);
  for (const at of state.markets.values()) collectExpired(at, state.newest.atMs);
  return [...taking].flatMap(runsOf);
}

/** Notes that every tick before the time of a block is known. */
export function noteBlock(state: SecondsState, { block, atMs }: Pick<Ticks, 'block' | 'atMs'>): void {
  const { newest } = state;
  if (block > newest.block) state.newest = { block, atMs: Math.max(atMs, newest.atMs) };
}

type Taken = { readonly tick: Tick; readonly block: number; readonly config: Pick<SecondsConfig, 'unreal'> };

/** Takes a market's next tick; undefined for one that is known, or that never decides bets with real money. */
export function takeTick(
  { mode }: Pick<SecondsState, 'mode'>,
  at: SecondsMarketState,
  taken: Taken,
): IndexTick | undefined {
  const { market, seq, price, atMs } = taken.tick;
  const { block } = taken;
  const before = at.last;
  if (before !== undefined && seq <= before.seq) return undefined;
  at.last = { seq, price, block };
  if (isMadeUp(mode, taken)) return undefined;
  at.newest = { market, seq, price, atMs, block, before };
  return at.newest;
}

/** Whether real money never trades at a tick. */
const isMadeUp = (mode: Mode, { tick: { sources }, config: { unreal } }: Taken): boolean =>
  mode === 'real' && sources.some(({ source }) => unreal.has(source));

/**
 * Takes a market's ticks from the newest backwards, until the newest that may decide bets and the one before it are known.
 * Returns whether they are.
 */
export function takeBackwards({ mode }: Pick<SecondsState, 'mode'>, at: SecondsMarketState, taken: Taken): boolean {
  const { market, seq, price, atMs } = taken.tick;
  const { block } = taken;
  const { newest } = at;
  at.last ??= { seq, price, block };
  if (newest !== undefined) at.newest = { ...newest, before: { seq, price, block } };
  else if (!isMadeUp(mode, taken)) at.newest = { market, seq, price, atMs, block, before: undefined };
  return newest !== undefined || (at.newest !== undefined && seq === 1);
}

/**
 * Applies the ticks that wait, oldest first, up to one that has an effect: its run has to be done before the next tick.
 * A tick without an effect costs nothing more.
 */
export function applyTicks(at: SecondsMarketState): void {
  while (at.run === undefined) {
    const tick = at.waiting.shift();
    if (tick === undefined) return;
    const bets = betsOf(at, tick);
    if (bets.length > 0) at.run = { tick, bets };
  }
}

/** Returns the bets that a tick acts on, oldest first: those that wait for it, and those that have ended before it. */
function betsOf(at: SecondsMarketState, tick: IndexTick): OpenBet[] {
  const due = new Set([...at.ticksDue.takeUntil(tick.atMs), ...at.expiries.takeUntil(tick.atMs)]);
  return [...due].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Whether ticks of the market have effects that are not written yet. */
export const isBusy = ({ run, waiting, late }: SecondsMarketState): boolean =>
  run !== undefined || waiting.length > 0 || late.length > 0;

/** Returns the run of a market, if it has one. The same run triggers nothing more while it is pending. */
export function runsOf(at: SecondsMarketState): readonly Triggered<SecondsCommand>[] {
  const tick = at.late[0]?.tick ?? at.run?.tick ?? at.waiting[0];
  return tick === undefined ? [] : [toTriggered(tick)];
}

/**
 * Returns the command that does a market's runs until no tick waits. It is stored: what a tick decides is done at that
 * tick, whoever leads the shard.
 */
function toTriggered(tick: IndexTick): Triggered<SecondsCommand> {
  const known = triggeredBy.get(tick);
  if (known !== undefined) return known;
  const { market, seq, price, atMs, block } = tick;
  const command: RunCommand = { name: 'seconds.run', market, seq, price, atMs, block };
  const { name, ...fields } = command;
  const stored = { name, fields: encodeCommand(betRunCommand, fields).fields };
  const triggered: Triggered<SecondsCommand> = { command, key: `run:${market}`, stored };
  triggeredBy.set(tick, triggered);
  return triggered;
}

/** A run is triggered again with every batch while it lasts, and encoding its command is not free. */
const triggeredBy = new WeakMap<IndexTick, Triggered<SecondsCommand>>();
