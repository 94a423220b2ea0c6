import { type IndexRules, indexRulesOf, type Market, marketSettings } from '@app/domain/market';
import { marketKillSwitch } from '@app/domain/reference';
import type { Settings } from '../../reference/index.ts';

/** Rules of every round; read outside the rounds, so that none waits for them. */
export type FeedRules = {
  readonly index: IndexRules;
  readonly blockEveryMs: number;
  readonly tickEveryMs: number;
  /** Markets halted by our kill switch. */
  readonly halted: ReadonlySet<number>;
};

type Scope = { readonly markets: readonly Market[]; readonly tickEveryMs?: number | undefined };

/** Reads the settings in force; a deployment that needs fewer ticks passes its own `tickEveryMs`. */
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
