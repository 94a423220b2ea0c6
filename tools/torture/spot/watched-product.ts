import { type Amount, parseDecimal } from '@app/money';
import { createSpotProduct as createSound, type SpotProduct } from '@app/server/modules/spot';
import type { Comparison, EngineMessage } from '../engines/terms.ts';
import { type InjectedFault, POISON_QUANTITY } from './terms.ts';

type State = Awaited<ReturnType<SpotProduct['load']>>;
type Watcher = { readonly send: (message: EngineMessage) => void; readonly injectedFault: InjectedFault };

const POISON = parseDecimal<Amount>(POISON_QUANTITY);

let watcher: Watcher | undefined;
/** Live state of each shard: the engine's own object. */
const states = new Map<string, { readonly live: State; loadAgain(): Promise<State> }>();

export const watch = (by: Watcher): void => {
  watcher = by;
};

/** Creates the product, except that its state can be inspected and one specific order is poison. */
export async function createSpotProduct(deps: Parameters<typeof createSound>[0]): Promise<SpotProduct> {
  const sound = await createSound(deps);
  let batch = 0;
  return {
    ...sound,
    load: async (reader, shard, block) => {
      const live = await sound.load(reader, shard, block);
      if (watcher?.injectedFault === 'reload-forgets') forgetOne(live);
      states.set(shard.name, { live, loadAgain: () => sound.load(reader, shard, block) });
      watcher?.send({ kind: 'loaded', shard: shard.name });
      return live;
    },
    requiredAccounts: (state, inputs) => {
      batch = inputs.length;
      return sound.requiredAccounts(state, inputs);
    },
    decide: (state, input, context) => {
      const { command } = input;
      if (command.name === 'spot.place' && 'quantity' in command.request && command.request.quantity === POISON) {
        watcher?.send({ kind: 'poisoned', batch });
        throw new Error('this order is poison');
      }
      return sound.decide(state, input, context);
    },
  };
}

/**
 * Compares live and reloaded state. Call only while no client trades: decisions between the two reads would count as
 * differences.
 */
export function compare(shard: string): Promise<Comparison> | undefined {
  const watched = states.get(shard);
  return watched?.loadAgain().then((fresh) => ({ shard, live: hashOf(watched.live), fresh: hashOf(fresh) }));
}

const hashOf = ({ markets }: State) => [...markets].map(([id, { book }]) => `${id}:${book.hash()}`).join(' ');

/** Applies a sabotage: the last order has its row but is missing from the order book. */
function forgetOne({ orders, byUser, markets }: State): void {
  const last = [...orders.values()].at(-1);
  if (last === undefined) return;
  markets.get(last.market)?.book.cancel(last);
  orders.delete(last.id);
  byUser.get(last.owner)?.delete(last);
}
