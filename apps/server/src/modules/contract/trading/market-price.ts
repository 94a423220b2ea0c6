import { type ContractNow, type ContractQuote, contractClassOf, phaseAt, quoteAround } from '@app/domain/contract';
import { isWithinAge } from '@app/domain/market';
import type { Versioned } from '../../reference/index.ts';
import type { ContractConfig } from './contract-facts.ts';
import type { ContractMarketState, ContractState, Deal, IndexTick } from './contract-state.ts';

/** Returns the class of a market that is in force, with the version of the setting. */
export const classOf = ({ classes }: Pick<ContractConfig, 'classes'>, { market }: ContractMarketState) =>
  ({ version: classes.version, value: contractClassOf(classes.value, market) }) satisfies Versioned<unknown>;

/** Returns the platform's prices at a tick. */
export const quoteAt = (
  config: Pick<ContractConfig, 'classes'>,
  at: ContractMarketState,
  tick: IndexTick,
): ContractQuote => quoteAround(tick.price, at.contract, classOf(config, at).value.spreadRate);

export const nowAt = ({ overnight }: ContractMarketState, { price }: IndexTick): ContractNow => ({
  index: price,
  overnightIndex: overnight.index,
});

type Asked = { readonly arrivedMs: number; readonly atMs: number };

/**
 * Returns the tick at which a command is decided: valid, fresh, and from a block that was sealed after the command
 * arrived. Undefined while there is none: the command waits.
 */
export function tickFor(
  { tick, isOpen }: ContractMarketState,
  { freshMs }: Pick<ContractConfig, 'freshMs'>,
  { arrivedMs, atMs }: Asked,
): IndexTick | undefined {
  if (tick === undefined || !isOpen || tick.sealedMs <= arrivedMs) return undefined;
  return isWithinAge(atMs - tick.atMs, freshMs) ? tick : undefined;
}

/**
 * Whether a command has to wait for its tick. A market that is closed has none to wait for, so the command is decided at
 * once, and refused.
 */
export function mustWaitForTick(
  { newestBlockMs }: ContractState,
  { tick, isOpen, session, market }: ContractMarketState,
  arrivedMs: number,
): boolean {
  if (phaseAt(session, newestBlockMs, market.hours) === 'closed') return false;
  return tick === undefined || !isOpen || tick.sealedMs <= arrivedMs;
}

/** Tick and time of a change: no earlier tick, and no tick of an earlier block, acts on the deal from now on. */
export const changedNow = ({ at: { tick }, changedSeq, changedMs }: Deal, arrivedMs: number) => ({
  changedSeq: Math.max(tick?.seq ?? 0, changedSeq),
  changedMs: Math.max(arrivedMs, changedMs),
});

/** The same for a change that a tick has made: it is as of that tick. */
export const changedBy = ({ seq, sealedMs }: IndexTick) => ({ changedSeq: seq, changedMs: sealedMs });
