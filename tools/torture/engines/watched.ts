import type { EngineProduct, ProductTypes } from '@app/server/engine/product';
import type { Comparison, EngineMessage } from './terms.ts';

type Watch<State> = {
  /** All of a state that a reload must find again, in one text; its items are parted by blanks. */
  textOf(state: State): string;
  /** Applies a sabotage to a state that was loaded. */
  onLoad?(state: State): void;
};

/** Compares the live state of each shard, the engine's own object, with a fresh load. */
const states = new Map<string, () => Promise<Comparison>>();

export const sendToRig = (message: EngineMessage): void => void process.send?.(message);

type AnyProduct = EngineProduct<ProductTypes>;
type StateOf<Product extends AnyProduct> = Awaited<ReturnType<Product['load']>>;

/** Returns the product, except that its state can be inspected. */
export const watchProduct = <Product extends AnyProduct>(
  sound: Product,
  { textOf, onLoad }: Watch<StateOf<Product>>,
): Product => {
  const load: AnyProduct['load'] = async (reader, shard, from) => {
    const read = () => sound.load(reader, shard, from) as Promise<StateOf<Product>>;
    const live = await read();
    onLoad?.(live);
    states.set(shard.name, async () => {
      const fresh = textOf(await read());
      return { shard: shard.name, live: textOf(live), fresh };
    });
    sendToRig({ kind: 'loaded', shard: shard.name });
    return live;
  };
  return { ...sound, load };
};

/**
 * Compares live and reloaded state; undefined for a shard that is not watched. Call only while no client trades and no price
 * moves: decisions between the two reads would count as differences.
 */
export const compare = (shard: string): Promise<Comparison> | undefined => states.get(shard)?.();
