import type { Sort } from '@app/ui';
import { ALL, type Chip, LIST_TABS, type ListTab } from './list-tabs.ts';

export const SORT_KEYS = ['volume', 'price', 'change'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type ListSort = Sort<SortKey>;

/** Stored settings of the market list. */
export type ListChoice = {
  readonly tab: ListTab;
  /** Filter of each filtered tab. */
  readonly chips: Readonly<Partial<Record<ListTab, Chip>>>;
  readonly sort: ListSort;
};

export const FIRST_CHOICE: ListChoice = { tab: 'spot', chips: {}, sort: undefined };

export const chipOf = ({ chips }: ListChoice, tab: ListTab): Chip => chips[tab] ?? ALL;

/** Returns the tab with a name from an address, or undefined. */
export const tabNamed = (name: unknown): ListTab | undefined => LIST_TABS.find((tab) => tab === name);

/** Returns the settings of the last visit; invalid parts become the default. */
export function keptChoice(kept: unknown): ListChoice {
  if (!isRecord(kept)) return FIRST_CHOICE;
  const chips = isRecord(kept.chips)
    ? Object.entries(kept.chips).filter(([tab, chip]) => tabNamed(tab) && isWord(chip))
    : [];
  return {
    tab: tabNamed(kept.tab) ?? FIRST_CHOICE.tab,
    chips: Object.fromEntries(chips),
    sort: keptSort(kept.sort),
  };
}

function keptSort(kept: unknown): ListSort {
  if (!isRecord(kept)) return undefined;
  const key = SORT_KEYS.find((known) => known === kept.key);
  if (key === undefined || (kept.order !== 'down' && kept.order !== 'up')) return undefined;
  return { key, order: kept.order };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isWord = (value: unknown): value is string => typeof value === 'string';
