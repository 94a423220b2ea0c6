import { create } from 'zustand';
import { useSession } from '../../../data/session/session.ts';
import { storage } from '../../../lib/storage.ts';

const KEPT_AS = 'contract_leverage';
/** Choices kept on a device; the oldest are dropped. */
const MOST = 100;

type Kept = Readonly<Record<string, number>>;

const isLeverage = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 1; // tidy: not money

/** Returns the valid entries of what is stored. */
export function keptLeverages(stored: unknown): Kept {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, number] => isLeverage(entry[1])));
}

/** Adds a choice as the newest. */
export const withLeverage = (kept: Kept, name: string, leverage: number): Kept => {
  const others = Object.entries(kept).filter(([other]) => other !== name);
  return Object.fromEntries([...others, [name, leverage] as const].slice(-MOST));
};

const useStored = create<{ readonly kept: Kept }>(() => ({ kept: keptLeverages(storage.read(KEPT_AS)) }));

/** Returns the user's leverage in a market, at most the market's highest, and a function that keeps another. */
export function useLeverage(
  symbol: string,
  { preselected, highest }: { preselected: number; highest: number },
): { leverage: number; keep: (leverage: number) => void } {
  const user = useSession((session) => session.user?.id ?? '');
  const name = `${user} ${symbol}`;
  const chosen = useStored(({ kept }) => kept[name]);
  return {
    leverage: Math.min(chosen ?? preselected, highest),
    keep: (leverage) => {
      const kept = withLeverage(useStored.getState().kept, name, leverage);
      storage.write(KEPT_AS, kept);
      useStored.setState({ kept });
    },
  };
}
