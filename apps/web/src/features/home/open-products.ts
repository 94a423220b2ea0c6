import { userInfo } from '@app/protocol/auth';
import { menu } from '@app/protocol/market';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../data/call/call.ts';
import { useSessionScope } from '../../data/session/session.ts';
import type { MenuProduct } from './shortcuts.ts';

/** Product switches change rarely. */
const KEPT_MS = 600_000;

/** Returns the products open in the user's country: `undefined` while loading, an empty set when the request failed. */
export function useOpenProducts(): ReadonlySet<MenuProduct> | undefined {
  const { data, isPending } = useQuery({
    queryKey: ['home', 'menu', useSessionScope()],
    queryFn: async ({ signal }) => {
      const { country } = await call(userInfo, {}, { signal });
      return await call(menu, country === '' ? {} : { country }, { signal });
    },
    select: ({ list }) => new Set(list.filter(({ open }) => open).map(({ product }) => product)),
    staleTime: KEPT_MS,
  });
  return isPending ? undefined : (data ?? new Set());
}
