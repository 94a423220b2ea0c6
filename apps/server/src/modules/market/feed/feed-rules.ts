import { type IndexRules, indexRulesOf, type Market, marketSettings } from '@app/domain/market';
import { marketKillSwitch } from '@app/domain/reference';
import type { Settings } from '../../reference/index.ts';

/** What every round goes by; read beside the rounds, so that none waits for it. */
export type FeedRules = {
  readonly index: IndexRules;
  readonly blockEveryMs: number;
  readonly tickEveryMs: number;
  /** Markets we stopped ourselves. */
  readonly halted: ReadonlySet<number>;
};

type Scope = { readonly markets: readonly Market[]; readonly tickEveryMs?: number | undefined };

/** The settings in force; a deployment that wants fewer ticks than they say has its own `tickEveryMs`. */
export async function readFeedRules(settings: Settings, { markets, tickEveryMs }: Scope): Promise<FeedRules> {
  const halted = new Set<number>();
  for (const { id, symbol } of markets) {
    if (!(await settings.read(marketKillSwitch(symbol))).value) halted.add(id);
  }
  return {
    index: await indexRulesOf(settings.read),
    blockEveryMs: (await settings.read(marketSettings.blockEveryMs)).value,
    tickEveryMs: tickEveryMs ?? (await settings.read(marketSettings.tickEveryMs)).value,
    halted,
  };
}
