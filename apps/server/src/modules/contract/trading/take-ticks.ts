import type { Tick } from '@app/domain/market';
import { encodeCommand, runCommand } from '@app/protocol/engine';
import type { Ticks, Triggered } from '../../../engine/product.ts';
import { applyTicks, isBusy } from './apply-tick.ts';
import type { ContractCommand, RunCommand } from './commands.ts';
import type { ContractConfig } from './contract-facts.ts';
import type { ContractMarketState, ContractState, IndexTick } from './contract-state.ts';

/** Takes a tick of a sealed block; undefined for one at which real money never trades. */
export function toIndexTick(
  { mode }: Pick<ContractState, 'mode'>,
  { block, atMs: sealedMs }: Pick<Ticks, 'block' | 'atMs'>,
  { price, seq, atMs, sources }: Tick,
  { unreal }: Pick<ContractConfig, 'unreal'>,
): IndexTick | undefined {
  const isMadeUp = mode === 'real' && sources.some(({ source }) => unreal.has(source));
  return isMadeUp ? undefined : { price, seq, atMs, block, sealedMs };
}

/**
 * Takes the ticks of new blocks. A market without a run applies them, and one of them may begin a run; the others wait
 * behind it. Returns the runs that began.
 */
export function takeTicks(
  state: ContractState,
  blocks: readonly Ticks[],
  config: ContractConfig,
): readonly Triggered<ContractCommand>[] {
  state.newestBlockMs = Math.max(state.newestBlockMs, ...blocks.map(({ atMs }) => atMs));
  const idle = new Set<ContractMarketState>();
  for (const block of blocks) {
    for (const tick of block.ticks) {
      const at = state.markets.get(tick.market);
      const taken = at && toIndexTick(state, block, tick, config);
      if (at === undefined || taken === undefined || tick.seq <= lastSeqOf(at)) continue;
      if (!isBusy(at)) idle.add(at);
      at.waiting.push(taken);
    }
  }
  return [...idle].flatMap((at) => {
    applyTicks(at, config);
    return runsOf(at);
  });
}

/** Returns the run of a market, if it has one. The same run triggers nothing more while it is pending. */
export function runsOf(at: ContractMarketState): readonly Triggered<ContractCommand>[] {
  const tick = at.run?.tick ?? at.waiting[0];
  return tick === undefined ? [] : [toTriggered(at, tick)];
}

const lastSeqOf = ({ tick, waiting }: ContractMarketState): number => waiting.at(-1)?.seq ?? tick?.seq ?? 0;

/**
 * Returns the command that does a market's runs until no tick waits. It is stored: what a tick has triggered is done at
 * that tick, whoever leads the shard.
 */
function toTriggered({ market }: ContractMarketState, tick: IndexTick): Triggered<ContractCommand> {
  const known = triggeredBy.get(tick);
  if (known !== undefined) return known;
  const { seq, price, atMs, block, sealedMs } = tick;
  const command: RunCommand = { name: 'contract.run', market: market.id, seq, price, atMs, block, sealedMs };
  const { name, ...fields } = command;
  const stored = { name, fields: encodeCommand(runCommand, fields).fields };
  const triggered: Triggered<ContractCommand> = { command, key: `run:${market.id}`, stored };
  triggeredBy.set(tick, triggered);
  return triggered;
}

/** A run is triggered again with every batch while it lasts, and encoding its command is not free. */
const triggeredBy = new WeakMap<IndexTick, Triggered<ContractCommand>>();
