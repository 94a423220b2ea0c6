import { showToast } from '@app/ui';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { usePreferences } from '../data/app/preferences.ts';
import { loginWithReturn, VERIFY_PATH } from '../data/app/return-address.ts';
import { loadTexts, textIn } from '../data/app/texts.ts';
import { endSession, useSession } from '../data/session/session.ts';
import { forgetToVerify, useVerifyFirst } from '../data/session/verify-first.ts';
import { REDIRECT_MS } from '../lib/timing.ts';
import { FREEZE_PATH, isLoginDue } from './login-ways.ts';
import { SCREENS } from './screens.ts';

/** Corrects the address: the router ignores case and a trailing slash; everything else compares exactly. */
export function useCanonicalAddress(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const canonical = canonicalPath(pathname);
  useEffect(() => {
    if (canonical !== undefined && canonical !== pathname) void navigate(`${canonical}${search}`, { replace: true });
  }, [canonical, navigate, pathname, search]);
}

const canonicalPath = (path: string) => {
  const plain = path.replace(/\/+$/, '').toLowerCase();
  return SCREENS.find((screen) => screen.path.toLowerCase() === plain)?.path;
};

/**
 * Spec 8: a user who needs a session and has none is notified, and after 1.2 s redirected to the login page and back
 * again.
 */
export function useLoginRedirect(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const session = useSession();
  const { endedBecause } = session;
  const isDue = isLoginDue(pathname, session);
  const isOver = pathname === FREEZE_PATH && endedBecause !== undefined;

  useEffect(() => {
    if (isOver) endSession(); // That page shows it itself; the next one need not.
  }, [isOver]);

  useEffect(() => {
    if (!isDue) return undefined;
    void explain(endedBecause);
    return after(REDIRECT_MS, () => {
      endSession();
      void navigate(loginWithReturn(`${pathname}${search}`), { replace: true });
    });
  }, [isDue, endedBecause, navigate, pathname, search]);
}

/**
 * Spec 8, type 998: shows the reason, and after 1.2 s redirects to identity verification, with the page the user came
 * from.
 */
export function useVerifyRedirect(): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const because = useVerifyFirst((state) => state.because);

  useEffect(() => {
    if (because === undefined) return undefined;
    if (pathname === VERIFY_PATH || pathname === FREEZE_PATH) return forgetToVerify();
    void explain(because);
    return after(REDIRECT_MS, () => {
      forgetToVerify();
      void navigate(`${VERIFY_PATH}?${new URLSearchParams({ from: `${pathname}${search}` })}`);
    });
  }, [because, navigate, pathname, search]);
}

function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

async function explain(reason: string | undefined): Promise<void> {
  await loadTexts(['refusal']);
  showToast(reason ?? textIn(usePreferences.getState().language, 'refusal.login_required'), 'plain', REDIRECT_MS);
}
