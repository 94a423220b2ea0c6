import { type Freshness, freshnessOf, type Market, marketSettings, SOURCES } from '@app/domain/market';
import { killSwitch, marketKillSwitch, productKillSwitch } from '@app/domain/reference';
import { readSecondsSettings, type SecondsSettings, secondsSettings } from '@app/domain/seconds';
import { type Amount, ZERO } from '@app/money';
import { isLate } from '../../../engine/is-late.ts';
import type { Input } from '../../../engine/product.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { Ledger } from '../../ledger/index.ts';
import { type LimitFacts, readLimitFacts } from '../../limits/index.ts';
import { readLastHeader } from '../../market/index.ts';
import type { Settings, Versioned } from '../../reference/index.ts';
import { CURRENCY, platformAccounts } from './bets.ts';
import type { SecondsCommand } from './commands.ts';
import type { SecondsState } from './seconds-state.ts';

/** Settings in force, read outside the engine loop. */
export type SecondsConfig = {
  readonly settings: SecondsSettings;
  readonly freshness: Freshness;
  /** The limit to the age of a price, with its version: receipts name it. */
  readonly freshMs: Versioned<number>;
  /** What the demo platform's funds are filled up to. */
  readonly demoFunding: Amount;
  /** Whether bets are accepted. Those that were are settled in any case. */
  readonly isOn: boolean;
  /** Markets halted by us. */
  readonly halted: ReadonlySet<number>;
  /** Price sources that are no market: real money never trades at their prices. */
  readonly unreal: ReadonlySet<number>;
};

export type SecondsFacts = SecondsConfig &
  LimitFacts & {
    /** The platform's capital. It is shared with other products, so it is read and not locked. */
    readonly capital: Amount;
    /** Whether the newest block that is stored is known. */
    readonly isFeedSilent: boolean;
    /** Whether the batch waited so long for the database that its time is no longer that of its bets. */
    readonly isLate: boolean;
  };

type ConfigDeps = { readonly settings: Settings; readonly allowsLocalPrices: boolean };

export async function readConfig(
  { settings, allowsLocalPrices }: ConfigDeps,
  markets: readonly Market[],
): Promise<SecondsConfig> {
  const halted = new Set<number>();
  for (const { id, symbol } of markets) {
    if (!(await settings.read(marketKillSwitch(symbol))).value) halted.add(id);
  }
  const freshMs = await settings.read(marketSettings.secondsFreshMs);
  return {
    settings: inOwnCurrency(await readSecondsSettings(settings.read)),
    freshness: { ...(await freshnessOf(settings.read)), seconds: freshMs.value },
    freshMs,
    demoFunding: (await settings.read(secondsSettings.demoFunding)).value,
    isOn:
      (await settings.read(killSwitch('new_positions'))).value &&
      (await settings.read(productKillSwitch('seconds'))).value,
    halted,
    unreal: new Set(
      SOURCES.flatMap(({ id, isSimulated, isLocal }) => (isSimulated || (isLocal && !allowsLocalPrices) ? [id] : [])),
    ),
  };
}

/** Leaves out caps of other currencies: nothing counts their results towards the limits of a day. */
function inOwnCurrency({ terms, caps: { real, demo } }: SecondsSettings): SecondsSettings {
  const own = (caps: typeof real) => caps.filter(({ currency }) => currency === CURRENCY);
  return { terms, caps: { real: own(real), demo: own(demo) } };
}

type FactsContext = { readonly state: SecondsState; readonly config: SecondsConfig; readonly ledger: Ledger };

/** Reads what the commands of this batch need: limits of the users who bet, the capital, and whether blocks are missing. */
export async function readFacts(
  tx: Tx,
  { state, config, ledger }: FactsContext,
  inputs: readonly Input<SecondsCommand>[],
): Promise<SecondsFacts> {
  const users = inputs.flatMap(({ command, userId }) =>
    command.name === 'seconds.bet' && userId !== undefined ? [userId] : [],
  );
  const betting = [...new Set(users)];
  const limits = await readLimitFacts(tx, { userIds: betting, mode: state.mode, atMs: inputs[0]?.atMs ?? 0 });
  const [capital] = betting.length === 0 ? [] : await ledger.read(tx, state.mode, [platformAccounts(state).capital]);
  const isExpiring = inputs.some(({ command }) => command.name === 'expire');
  return {
    ...config,
    ...limits,
    capital: capital?.available ?? ZERO,
    isFeedSilent: isExpiring && ((await readLastHeader(tx))?.number ?? 0) <= state.newest.block,
    isLate: isLate(inputs),
  };
}
