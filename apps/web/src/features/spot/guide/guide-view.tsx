import { lazy, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useSession } from '../../../data/session/session.ts';
import { useGuideFromAddress } from './use-guide-from-address.ts';
import { useGuideOffer } from './use-guide-offer.ts';

const ToDemoFirst = lazy(async () => ({ default: (await import('./guide-to-demo.tsx')).GuideToDemo }));
const Steps = lazy(async () => ({ default: (await import('./guide-steps.tsx')).GuideSteps }));

/** Runs the guided first trade, made in demo mode; `?guide=1` starts it. */
export function Guide({ market }: { market: MarketInfo }) {
  const { isRequested } = useGuideFromAddress();
  const mode = useSession(({ user }) => user?.book);
  useGuideOffer(mode === 'demo' && !isRequested);
  if (!isRequested) return null;
  if (mode === undefined) return <LogInFirst />;
  return <Suspense>{mode === 'real' ? <ToDemoFirst /> : <Steps market={market} />}</Suspense>;
}

function LogInFirst() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    void navigate(loginWithReturn(`${pathname}${search}`), { replace: true });
  }, [navigate, pathname, search]);
  return null;
}
