import type { Sort } from '@app/ui';
import { ALL, type Chip, LIST_TABS, type ListTab } from './list-tabs.ts';

export const SORT_KEYS = ['volume', 'price', 'change'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type ListSort = Sort<SortKey>;

/** What is kept of how somebody looks at the markets. */
export type ListChoice = {
  readonly tab: ListTab;
  /** Of each tab that was narrowed. */
  readonly chips: Readonly<Partial<Record<ListTab, Chip>>>;
  readonly sort: ListSort;
};

export const FIRST_CHOICE: ListChoice = { tab: 'spot', chips: {}, sort: undefined };

export const chipOf = ({ chips }: ListChoice, tab: ListTab): Chip => chips[tab] ?? ALL;

/** A tab by its name in an address, or none. */
export const tabNamed = (name: unknown): ListTab | undefined => LIST_TABS.find((tab) => tab === name);

/** The choice of the last visit; whatever of it is no choice is as at the first one. */
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
