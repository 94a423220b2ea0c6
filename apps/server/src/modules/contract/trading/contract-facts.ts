import { type ContractSettings, readContractSettings } from '@app/domain/contract';
import { type Market, marketSettings, SOURCES } from '@app/domain/market';
import { killSwitch, marketKillSwitch, productKillSwitch } from '@app/domain/reference';
import { isLate } from '../../../engine/is-late.ts';
import type { Input } from '../../../engine/product.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { type LimitFacts, readLimitFacts } from '../../limits/index.ts';
import type { Settings } from '../../reference/index.ts';
import type { ContractCommand } from './commands.ts';
import type { ContractState } from './contract-state.ts';

/** Settings in force, read outside the engine loop. */
export type ContractConfig = ContractSettings & {
  /** Whether positions may be opened. Closing is always possible. */
  readonly isOn: boolean;
  /** Oldest price at which positions are opened. */
  readonly freshMs: number;
  /** Markets halted by us. */
  readonly halted: ReadonlySet<number>;
  /** Price sources that are no market: real money never trades at their prices. */
  readonly unreal: ReadonlySet<number>;
};

export type ContractFacts = ContractConfig &
  LimitFacts & {
    /** Whether the batch waited so long for the database that its time is no longer that of its trades. */
    readonly isLate: boolean;
  };

type ConfigDeps = { readonly settings: Settings; readonly allowsLocalPrices: boolean };

export async function readConfig(
  { settings, allowsLocalPrices }: ConfigDeps,
  markets: readonly Market[],
): Promise<ContractConfig> {
  const halted = new Set<number>();
  for (const { id, symbol } of markets) {
    if (!(await settings.read(marketKillSwitch(symbol))).value) halted.add(id);
  }
  return {
    ...(await readContractSettings(settings.read)),
    isOn:
      (await settings.read(killSwitch('new_positions'))).value &&
      (await settings.read(productKillSwitch('contract'))).value,
    freshMs: (await settings.read(marketSettings.contractFreshMs)).value,
    halted,
    unreal: new Set(
      SOURCES.flatMap(({ id, isSimulated, isLocal }) => (isSimulated || (isLocal && !allowsLocalPrices) ? [id] : [])),
    ),
  };
}

/** Reads the facts about the users of this batch that may open positions. */
export async function readFacts(
  tx: Tx,
  { state, config }: { readonly state: ContractState; readonly config: ContractConfig },
  inputs: readonly Input<ContractCommand>[],
): Promise<ContractFacts> {
  const opening = [...new Set(inputs.flatMap((input) => openingUsers(state, input)))];
  const limits = await readLimitFacts(tx, { userIds: opening, mode: state.mode, atMs: inputs[0]?.atMs ?? 0 });
  return { ...config, ...limits, isLate: isLate(inputs) };
}

/** Returns the users for whom a command may open a position. */
function openingUsers(
  { markets, chunk }: ContractState,
  { command, userId }: Input<ContractCommand>,
): readonly bigint[] {
  if (command.name === 'contract.run') {
    const items = markets.get(command.market)?.run?.items ?? [];
    return items.slice(0, chunk).flatMap(({ act, deal }) => (act === 'fill' ? deal.userId : []));
  }
  const opens = command.name === 'contract.open' || command.name === 'contract.reverse';
  return opens && userId !== undefined ? [userId] : [];
}
