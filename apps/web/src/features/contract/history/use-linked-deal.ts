import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { EndedDeal } from '../../../data/account/deals.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { readDealId } from './deals-filter.ts';
import { dealQuery } from './deals-query.ts';

/** Kept at module level, so a deal chosen in a list is shown before it is fetched again. */
const chosen = new Map<string, EndedDeal>();

const STEP = { sheet: 'deal' } as const;

/**
 * Returns the deal that the URL names, by a link or by a choice in the list. Choosing is one step of history, which the
 * back button undoes; a link's sheet leaves the page when it closes.
 */
export function useLinkedDeal() {
  const scope = useSessionScope();
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const id = readDealId(address);
  const known = chosen.get(`${scope} ${id}`);
  const query = useQuery({ ...dealQuery(scope, id), ...(known !== undefined && { placeholderData: known }) });
  const withDeal = (wanted: bigint | undefined) => {
    const fields = new URLSearchParams(address);
    fields.delete('deal');
    if (wanted !== undefined) fields.set('deal', String(wanted));
    return fields;
  };
  return {
    id,
    deal: query.data,
    error: query.error,
    retry: () => void query.refetch(),
    show: (deal: EndedDeal) => {
      chosen.set(`${scope} ${deal.id}`, deal);
      void navigate(`?${withDeal(deal.id)}`, { state: STEP });
    },
    close: () => {
      const isStep = (state as { sheet?: string } | null)?.sheet === STEP.sheet; // Written only above.
      if (isStep) void navigate(-1);
      else setAddress(withDeal(undefined), { replace: true });
    },
  };
}

export type LinkedDeal = ReturnType<typeof useLinkedDeal>;
