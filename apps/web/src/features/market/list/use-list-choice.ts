import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { storage } from '../../../lib/storage.ts';
import { keptChoice, type ListChoice, type ListSort, tabNamed } from './list-choice.ts';
import type { Chip, ListTab } from './list-tabs.ts';

const KEPT_AS = 'market_list';
const FIELD = 'tab';

/** Stores the user's list settings on this device; the tab is in the address so that it can be shared. */
export function useListChoice() {
  const [kept, setKept] = useState(() => keptChoice(storage.read(KEPT_AS)));
  const [address, setAddress] = useSearchParams();
  const choice: ListChoice = { ...kept, tab: tabNamed(address.get(FIELD)) ?? kept.tab };
  const keep = (changed: Partial<ListChoice>) => {
    const next = { ...choice, ...changed };
    storage.write(KEPT_AS, next);
    setKept(next);
  };
  return {
    choice,
    setTab: (tab: ListTab) => {
      keep({ tab });
      setAddress({ [FIELD]: tab }, { replace: true });
    },
    setChip: (chip: Chip) => keep({ chips: { ...choice.chips, [choice.tab]: chip } }),
    setSort: (sort: ListSort) => keep({ sort }),
  };
}
