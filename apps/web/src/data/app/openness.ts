import type { Output } from '@app/protocol';
import { userInfo } from '@app/protocol/auth';
import { menu } from '@app/protocol/market';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../call/call.ts';
import { useSession, useSessionScope } from '../session/session.ts';
import { builtPages } from './screen.ts';

type MenuProduct = Output<typeof menu>['list'][number]['product'];
export type OpenProducts = ReadonlySet<MenuProduct>;

/**
 * Returns whether an address leads to an open page: it is built, and its product is open. Fails closed: an unknown page
 * or product is closed.
 */
export function isOpenPage(address: string, products: OpenProducts, built: typeof builtPages = builtPages): boolean {
  const path = address.split('?')[0] ?? '';
  const product = built.get(path);
  return built.has(path) && (product === undefined || products.has(product));
}

const NONE: OpenProducts = new Set();
/** Product switches change rarely. */
const KEPT_MS = 600_000;

type Openness = { isOpen: (address: string) => boolean; isPending: boolean; isKnown: boolean };

/** Returns the rule for the caller's country. Until the switches are known, every page with a product is closed. */
export function useOpenness(): Openness {
  const isVisitor = useSession(({ token }) => token === undefined);
  const { data, isPending } = useQuery({
    queryKey: ['app', 'menu', useSessionScope()],
    queryFn: async ({ signal }) => {
      const country = isVisitor ? '' : (await call(userInfo, {}, { signal })).country;
      return await call(menu, country === '' ? {} : { country }, { signal });
    },
    select: openIn,
    staleTime: KEPT_MS,
  });
  const products = data ?? NONE;
  const isOpen = useCallback((address: string) => isOpenPage(address, products), [products]);
  return { isOpen, isPending, isKnown: data !== undefined };
}

export const useIsOpen = () => useOpenness().isOpen;

const openIn = ({ list }: Output<typeof menu>): OpenProducts =>
  new Set(list.filter(({ open }) => open).map(({ product }) => product));
