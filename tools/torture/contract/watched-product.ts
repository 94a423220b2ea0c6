import { createContractProduct as createSound } from '@app/server/modules/contract';
import type { Comparison, EngineMessage } from '../engines/terms.ts';

export * from '@app/server/modules/contract';

type Product = Awaited<ReturnType<typeof createSound>>;
type State = Awaited<ReturnType<Product['load']>>;

let send: (message: EngineMessage) => void = () => {};
/** Live state of each shard: the engine's own object. */
const states = new Map<string, { readonly live: State; loadAgain(): Promise<State> }>();

export const watch = (by: typeof send): void => {
  send = by;
};

/** Creates the product, except that its state can be inspected. */
export async function createContractProduct(deps: Parameters<typeof createSound>[0]): Promise<Product> {
  const sound = await createSound(deps);
  return {
    ...sound,
    load: async (reader, shard, from) => {
      const live = await sound.load(reader, shard, from);
      states.set(shard.name, { live, loadAgain: () => sound.load(reader, shard, from) });
      send({ kind: 'loaded', shard: shard.name });
      return live;
    },
  };
}

/**
 * Compares live and reloaded deals. Call only while no client trades and no price moves: decisions between the two reads
 * would count as differences.
 */
export function compare(shard: string): Promise<Comparison> | undefined {
  const watched = states.get(shard);
  return watched?.loadAgain().then((fresh) => ({ shard, live: textOf(watched.live), fresh: textOf(fresh) }));
}

const textOf = ({ deals }: State): string =>
  [...deals.values()]
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, status, position, stopLoss, takeProfit, closingLots, changedSeq, changedMs, chain, overnightDay }) =>
      [
        ...[id, status, position.lots, position.margin, position.overnightCharged, stopLoss, takeProfit],
        ...[closingLots, changedSeq, changedMs, chain.hash, overnightDay],
      ].join(),
    )
    .join(' ');
