import { MODES, type Mode } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import { spotShard } from '@app/domain/spot';
import type { Db } from '../../../platform/db/database.ts';
import type { Ledger } from '../../ledger/index.ts';
import { loadMarkets, openHouse } from './load-state.ts';
import type { ReadInventoryCommand, SpotMarketState, SpotState } from './spot-state.ts';

/** Markets that were listed, or whose products changed, while the engine runs. */
export type Listings = {
  /** Compares the markets with those of the loaded states, and prepares what is new. Runs outside the loop. */
  refresh(markets: readonly Market[]): Promise<void>;
  /** Starts with a loaded state. */
  begin(state: SpotState): void;
  /** Adds what is prepared to the state. */
  applyTo(state: SpotState): void;
  /** Returns commands that read the inventory of added markets again: money may have been paid in meanwhile. */
  inventoriesToRead(state: SpotState): readonly ReadInventoryCommand[];
};

type Change = { readonly added: readonly SpotMarketState[]; readonly markets: readonly Market[] };

export function createListings(deps: { readonly db: Db; readonly ledger: Ledger }): Listings {
  const known = new Map<Mode, ReadonlySet<number>>();
  const changes = new Map<Mode, Change>();
  const unread = new Map<Mode, readonly number[]>();
  return {
    refresh: async (markets) => {
      for (const mode of MODES) {
        const ids = known.get(mode);
        if (ids === undefined || changes.has(mode)) continue; // No leader, or not applied yet.
        changes.set(mode, { added: await prepare(deps, mode, { markets, ids }), markets });
      }
    },
    begin: ({ mode, markets }) => {
      known.set(mode, new Set(markets.keys()));
      changes.delete(mode);
      unread.delete(mode);
    },
    inventoriesToRead: ({ mode }) => {
      const markets = unread.get(mode) ?? [];
      unread.delete(mode);
      return markets.map((market) => ({ name: 'spot.readInventory', market }));
    },
    applyTo: (state) => {
      const change = changes.get(state.mode);
      if (change === undefined) return;
      changes.delete(state.mode);
      for (const added of change.added)
        if (!state.markets.has(added.market.id)) state.markets.set(added.market.id, added);
      unread.set(
        state.mode,
        change.added.map(({ market }) => market.id),
      );
      known.set(state.mode, new Set(state.markets.keys()));
      for (const { id, products } of change.markets) setProducts(state.markets.get(id), products);
    },
  };
}

type Compared = { readonly markets: readonly Market[]; readonly ids: ReadonlySet<number> };

/** Opens the accounts of new markets and loads them. */
async function prepare(
  { db, ledger }: { readonly db: Db; readonly ledger: Ledger },
  mode: Mode,
  { markets, ids }: Compared,
): Promise<readonly SpotMarketState[]> {
  const isNew = ({ id, products }: Market) => products.includes('spot') && !ids.has(id);
  const added = new Set(markets.filter(isNew).map(({ id }) => id));
  if (added.size === 0) return [];
  await openHouse(db, ledger, { name: spotShard(mode), mode });
  const loaded = await loadMarkets(db, ledger, mode);
  return [...loaded.values()].filter(({ market }) => added.has(market.id));
}

function setProducts(marketState: SpotMarketState | undefined, products: Market['products']): void {
  if (marketState === undefined || marketState.market.products.join() === products.join()) return;
  marketState.market = { ...marketState.market, products };
  marketState.ladder = undefined; // The next tick decides whether the house quotes.
  marketState.isChanged = true;
}
